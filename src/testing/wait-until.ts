import { vi } from 'vitest';

/** Waits until a check passes and returns its result. The timeout allows for a busy machine that loads a part of the app. */
export const waitUntil = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: 15_000 });
