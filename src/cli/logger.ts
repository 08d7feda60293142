import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Lines of JSON on standard error: standard output is for what a command was asked for. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel }, destination({ fd: 2, sync: true }));
}
