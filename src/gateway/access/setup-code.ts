import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Letters and digits that cannot be confused: no 0 and O, no 1, I and L. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** A code has three groups of three characters. Nine characters, each one of 31, amount to more than 44 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 3;
const VALIDITY_MS = 15 * 60_000;

/** Generates a code, such as `K7M-2QX-9RT`. */
export function generateSetupCode(): string {
  const randomGroup = () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return Array.from({ length: GROUPS }, randomGroup).join('-');
}

/**
 * Normalises a code for comparison, which ignores case, spaces and hyphens. The result is a hash, so that each comparison takes
 * the same time.
 */
export function hashSetupCode(typed: string): Buffer {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '');
  return createHash('sha256').update(bare).digest();
}

/**
 * The current code for setting up a practice, valid for 15 minutes. A wrong attempt does not invalidate it, because strangers
 * could then keep the owner out. `show` shows a new code to the person who started this process. `clock` is in epoch
 * milliseconds.
 */
export function createSetupCode({ clock, show }: { clock: () => number; show: (code: string) => void }) {
  let current: { digest: Buffer; until: number } | null = null;

  function renew() {
    const code = generateSetupCode();
    current = { digest: hashSetupCode(code), until: clock() + VALIDITY_MS };
    show(code);
    return current;
  }

  /** Returns the valid code. If there is none, creates and shows one. */
  const ensureCode = () => (current !== null && clock() < current.until ? current : renew());

  return {
    /** Shows a code unless one is valid. */
    offer: () => void ensureCode(),
    /** Whether a typed text is the valid code. */
    matches: (typed: string): boolean => timingSafeEqual(hashSetupCode(typed), ensureCode().digest),
    /** Invalidates the code after use. */
    end(): void {
      current = null;
    },
  };
}
