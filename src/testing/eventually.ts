import { vi } from 'vitest';

/** Waits until a check passes, as long as a busy machine may take to load a part of the app; answers what it answers. */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: 15_000 });
