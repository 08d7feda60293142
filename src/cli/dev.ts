import type { Gateway } from '#gateway/gateway.ts';
import { readConfig } from './config.ts';
import { buildProduct, createLogger, openResources, type Resources } from './product.ts';

/** Opens what the development server needs; it stays open while code is reloaded. */
export function openDevelopment(environment: Record<string, string | undefined>): Promise<Resources> {
  const config = readConfig(environment);
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  return openResources({ config, logger: createLogger(config), demo: true, log });
}

/** The gateway that production runs, without the built app: the development server has its own. */
export function buildDevelopment(resources: Resources): Gateway {
  return buildProduct(resources, null);
}
