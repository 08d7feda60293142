import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';

/**
 * Creates a logger that writes lines of JSON to standard output. Only servers log; all other lines that they print
 * there say that they are ready.
 */
export function createLogger(
  { logLevel: level }: Pick<Config, 'logLevel'>,
  output: DestinationStream = destination({ fd: 1, sync: true }),
): Logger {
  return pino({ level, serializers: { err: serializeError } }, output);
}

/**
 * Converts an error for the log, without the values of records: PostgreSQL adds them to the error of a failing row, and
 * Drizzle to that of a failing statement.
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

/** Removes the values of a failing statement from a message or a stack. In a stack, they end before the first call. */
export function withoutValues(text: string): string {
  return text.replaceAll(/\nparams: (?:(?!\n {4}at ).)*/gs, '');
}
