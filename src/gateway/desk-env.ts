import type { HttpBindings } from '@hono/node-server';
import type { Credential } from './keyring.ts';

/** What the middlewares in front leave for those behind; there are no bindings where no HTTP server stands in front. */
export interface DeskEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { credential: Credential };
}
