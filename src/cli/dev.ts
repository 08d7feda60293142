import type { Gateway } from '#gateway/gateway.ts';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { buildProduct, type Foundations, layFoundations } from './product.ts';

/** Opens what the development server stands on; it stays open while the code on top of it is reloaded. */
export function openDevelopment(environment: Record<string, string | undefined>): Promise<Foundations> {
  const config = readConfig(environment);
  const remark = (line: string) => void process.stderr.write(`${line}\n`);
  return layFoundations({ config, logger: createLogger(config), demo: true, remark });
}

/** The gateway that production runs, without the built app: the development server has its own. */
export function buildDevelopment(foundations: Foundations): Gateway {
  return buildProduct(foundations, null);
}
