import type { Gateway } from '#gateway/gateway.ts';
import { readConfig } from './config.ts';
import { buildProduct, createLogger, openResources, type Resources } from './product.ts';
import { tell } from './typed-command.ts';

/** Opens what the development server needs; it stays open while code is reloaded. */
export function openDevelopment(environment: Record<string, string | undefined>): Promise<Resources> {
  const config = readConfig(environment);
  return openResources({ config, logger: createLogger(config), demo: true, log: tell });
}

/** The gateway that production runs, without the built app: the development server has its own. */
export function buildDevelopment(resources: Resources): Gateway {
  return buildProduct(resources, null);
}
