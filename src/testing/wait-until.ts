import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for an expectation (vitest.config.ts). */
    patienceMs: number;
  }
}

/** Waits until a check succeeds and returns its result; fails like `expect.poll` after the configured time. */
export const waitUntil = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: inject('patienceMs') });
