import type { Context } from 'hono';
import { deskHeaders } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';

/**
 * Throws `another_person` for a request that names a person other than the owner of its key, or that must name a person and
 * does not. The tabs of a browser share its cookie: when another person signs in in one tab, the other tabs still show the
 * first person's data, which must not be sent with the second person's key.
 *
 * @param person the person who signed in; null for a shared key, with which no person is named
 */
export function requireSamePerson(c: Context, person: string | null, { isRequired = false } = {}): void {
  // An `EventSource` cannot send headers, so its URL names the person.
  const inQuery = c.req.path === '/desk/events' ? c.req.query('person') : undefined;
  const named = c.req.header(deskHeaders.person) ?? inQuery;
  if (named === person || (named === undefined && (person === null || !isRequired))) return;
  throw new ServiceError('another_person', 'Someone else has signed in in this browser. Reload the page.');
}
