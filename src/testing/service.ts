import type { Database } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { recordStatements } from './statements.ts';

/** A response with its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A client of a service with one key. The clock of the service stands still until it is advanced. */
export interface ServiceClient {
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string, query: Record<string, string>): Promise<Answer>;
}

/** An in-process service on a given database, with a clock that the test advances. */
export function createTestService(
  database: Database,
  start = Date.parse('2026-03-02T08:00:00Z'),
  options: Pick<Parameters<typeof createService>[0], 'schedule' | 'stopping' | 'messages'> = {},
) {
  let now = start;
  const recorded = database.kind === 'postgres' ? recordStatements(database) : database;
  const app = createService({ database: recorded, clock: () => now, ...options });

  async function send(path: string, init: RequestInit): Promise<Answer> {
    // Tests send more requests than a key's limit per minute, which only some tests are about.
    if (clock.free) now += 60_000;
    const response = await app.request(path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  const clock = {
    /** Whether time passes between requests, so that the request budget is never used up. */
    free: true,
    now: () => now,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };

  return {
    app,
    clock,
    client(key: string | null): ServiceClient {
      const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
      const json = { 'Content-Type': 'application/json' };
      const sendBody = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
        send(path, {
          method,
          headers: { ...authorization, ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        });
      return {
        get: (path, query = {}) => {
          const search = new URLSearchParams(query).toString();
          return send(search === '' ? path : `${path}?${search}`, { headers: authorization });
        },
        delete: (path, query) =>
          send(`${path}?${new URLSearchParams(query)}`, { method: 'DELETE', headers: authorization }),
        post: (path, body, headers = json) => sendBody('POST', path, body, headers),
        put: (path, body) => sendBody('PUT', path, body, json),
        patch: (path, body) => sendBody('PATCH', path, body, json),
      };
    },
  };
}

/**
 * The pages of a list, each read when the previous one has been processed; `read` gets its cursor, empty for the first.
 */
export async function* pagesOf<Page extends { nextCursor: string | null }>(
  read: (cursor: string) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await read(cursor);
    yield page;
    cursor = page.nextCursor;
  }
}
