import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version of Frontdesk, as its package names it: the sources and the build are equally far below that file. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
