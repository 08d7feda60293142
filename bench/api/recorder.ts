import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '#service/db/schema.ts';
import { createService } from '#service/service.ts';

export interface Statement {
  readonly text: string;
  readonly parameters: (string | null)[];
}

export interface Recorder {
  /**
   * Sends a request to the in-process service and returns the response with the statements that it caused, except those for
   * the key.
   */
  record(path: string, init: RequestInit): Promise<{ body: string; statements: Statement[] }>;
  close(): Promise<void>;
}

/**
 * Statements that check the key or count the request, and those that only begin or end a transaction, are not part of the
 * floor.
 */
const filteredOut = /request_windows|caller_of_request|^\s*(begin|commit|rollback)\b/;

/** Runs the service on a driver that reports every statement. */
export function createRecorder(url: string): Recorder {
  let sent: Statement[] = [];
  const sql = postgres(url, {
    fetch_types: false,
    connection: { TimeZone: 'UTC' },
    debug: (_, text, parameters) => {
      sent.push({ text, parameters: parameters.map((value) => (value === null ? null : String(value))) });
    },
  });
  const service = createService({
    database: {
      sql,
      db: drizzle(sql, { schema }),
      kind: 'postgres',
      checkFreeSpace: () => undefined,
      backup: () => Promise.reject(new Error('not here')),
      listen: () => Promise.reject(new Error('not here')),
      close: () => sql.end(),
    },
  });
  return {
    async record(path, init) {
      sent = [];
      const answer = await service.request(path, init);
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body}`);
      return { body, statements: sent.filter(({ text }) => !filteredOut.test(text)) };
    },
    close: () => sql.end(),
  };
}
