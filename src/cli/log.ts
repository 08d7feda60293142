import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';

/** Logs lines of JSON to standard output. Only servers log; their only other output says that they are ready. */
export function createLogger(
  { logLevel: level }: Pick<Config, 'logLevel'>,
  output: DestinationStream = destination({ fd: 1, sync: true }),
): Logger {
  return pino({ level, serializers: { err: serializeError } }, output);
}

/**
 * An error for the log, without the values of records, which PostgreSQL reports for a failing row and Drizzle for a
 * failing statement.
 */
function serializeError(error: Error): object {
  const {
    raw: _,
    detail: _detail,
    where: _where,
    internal_query: _query,
    params: _params,
    ...safe
  } = stdSerializers.err(error);
  return { ...safe, message: withoutValues(safe.message), stack: withoutValues(safe.stack) };
}

/** A message or a stack without the values of the failing statement, which end before the stack's first call. */
export function withoutValues(text: string): string {
  return text.replaceAll(/\nparams: (?:(?!\n {4}at ).)*/gs, '');
}
