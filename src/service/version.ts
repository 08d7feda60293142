import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The version of Frontdesk from package.json. The relative path of package.json is the same for the sources and for the build.
 */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
