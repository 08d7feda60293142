import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Letters and digits that nobody takes for another: no 0 and O, no 1, I and L. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 31 characters nine times are more than 44 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 3;
const VALID_MS = 15 * 60_000;
/** So many wrong codes end the right one. */
const MOST_WRONG = 10;

/** A new code, such as `K7M-2QX-9RT`. */
export function newSetupCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is compared of a code: without case, blanks and hyphens, and hashed, so that all take equally long. */
export function codeDigest(typed: string): Buffer {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '');
  return createHash('sha256').update(bare).digest();
}

/**
 * The one code with which a practice can be set up, for 15 minutes or until ten wrong ones were tried. `show` shows a new one to
 * whoever started this process. `clock` is in epoch milliseconds.
 */
export function createSetupCode({ clock, show }: { clock: () => number; show: (code: string) => void }) {
  let current: { digest: Buffer; until: number; wrong: number } | null = null;

  function renew() {
    const code = newSetupCode();
    current = { digest: codeDigest(code), until: clock() + VALID_MS, wrong: 0 };
    show(code);
    return current;
  }

  /** The valid code; a new one is shown where there is none. */
  const valid = () => (current !== null && clock() < current.until ? current : renew());

  return {
    /** Shows a code unless one is valid. */
    offer: () => void valid(),
    /** Whether this is the valid code. */
    matches(typed: string): boolean {
      const right = valid();
      if (timingSafeEqual(codeDigest(typed), right.digest)) return true;
      right.wrong += 1;
      if (right.wrong >= MOST_WRONG) renew();
      return false;
    },
    /** Ends the code, which has served. */
    end(): void {
      current = null;
    },
  };
}
