import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for what it expects (vitest.config.ts). */
    patienceMs: number;
  }
}

/** Waits until a check passes and returns its result; fails as `expect.poll` does, after the time of the configuration. */
export const waitUntil = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: inject('patienceMs') });
