import { join } from 'node:path';

/** Where the embedded database lies in the data folder. */
export function embeddedDir(dataDir: string): string {
  return join(dataDir, 'db');
}
