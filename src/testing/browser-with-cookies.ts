import * as z from 'zod/mini';
import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import { deskSetUpSchema } from '#contract/desk-setup.ts';
import { gatewayOrigin } from './gateway-harness.ts';

/** What browsers send requests to: a gateway, or a whole product. */
interface Served {
  request(url: string, init: RequestInit): Response | Promise<Response>;
}

/** A session, which the answer to a set-up has in it. */
const readSession = z.union([
  deskSessionSchema,
  z.pipe(
    deskSetUpSchema,
    z.transform(({ session }) => session),
  ),
]);

/** A browser that keeps the gateway's cookie as a real one does. Its tabs name the person whose session they were given last, as the app does. */
export function browserAt(served: Served) {
  let cookie = '';

  function openTab() {
    let person: string | null = null;
    return {
      async request(method: string, path: string, body?: unknown): Promise<Response> {
        const response = await served.request(`${gatewayOrigin}${path}`, {
          method,
          headers: {
            cookie,
            'content-type': 'application/json',
            origin: gatewayOrigin,
            host: '127.0.0.1:4100',
            ...(person !== null && { [deskHeaders.person]: person }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const set = response.headers.get('set-cookie');
        if (set !== null) cookie = /max-age=0/i.test(set) ? '' : (set.split(';')[0] ?? '');
        if (/^\/desk\/(session|setup)/.test(path) && response.ok) {
          const read = readSession.safeParse(
            await response
              .clone()
              .json()
              .catch(() => null),
          );
          if (read.success) ({ person } = read.data);
        }
        return response;
      },
    };
  }

  return {
    cookie: () => cookie,
    steal: (other: string) => {
      cookie = other;
    },
    /** Another tab, which has read no session yet. */
    openTab,
    ...openTab(),
  };
}
