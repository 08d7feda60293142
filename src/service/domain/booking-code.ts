import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { instantOf } from '#contract/date-time.ts';

/* The token of a form on a booking page, and the code that proves an e-mail address. The database stores only their hashes. */

const MINUTE = 60_000;

/** The time for which a code is valid, in milliseconds. */
const CODE_LIFETIME = 15 * MINUTE;
/** The number of wrong tries after which a code is no longer valid. */
export const MAX_WRONG_TRIES = 5;
/** The maximum number of codes for an e-mail address in {@link CODE_WINDOW} milliseconds. */
export const MAX_CODES = 3;
export const CODE_WINDOW = 60 * MINUTE;
/**
 * The time after a code was sent during which sending its form again sends no new code, because the e-mail may still
 * arrive; in milliseconds. It does not apply if the client asks for another code, after {@link MAX_WRONG_TRIES} wrong
 * tries, or in the demo.
 */
export const CODE_REUSE_TIME = 10 * MINUTE;
/** How long an e-mail address stays proven after the correct code was typed, in milliseconds. */
const PROOF_LIFETIME = 60 * MINUTE;
/** The time for which forms and codes are stored, in milliseconds. */
export const FORM_LIFETIME = 24 * 60 * MINUTE;

const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const CODE = /^[0-9]{6}$/;

/** A new token for a form: 128 random bits in base64url. */
export const createFormToken = (): string => randomBytes(16).toString('base64url');

/** Whether a text can be the token of a form. Only the canonical spelling is accepted. */
export const isFormToken = (text: string): boolean =>
  TOKEN.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text;

/** A new code: six digits. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** The code in a typed text, without blanks; null if the text cannot be a code. */
function parseCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return CODE.test(digits) ? digits : null;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The SHA-256 hash of a token. A slow hash would not add security, because the token has 128 random bits. */
export const hashOfToken = (token: string): Buffer => sha256(token);
/** Hashes a code together with the token, so that the six digits cannot be guessed from the hash alone. */
export const hashOfCode = (token: string, code: string): Buffer => sha256(`${token}/${code}`);
/** Hashes an e-mail address. Its capitalisation makes no difference. */
export const hashOfEmail = (email: string): Buffer => sha256(email.toLowerCase());

/** A code that was sent, as it is stored. */
interface SentCode {
  readonly codeHash: Uint8Array;
  readonly wrongTries: number;
  /** ISO 8601. */
  readonly sentAt: string;
}

/**
 * Checks a typed code at `now` (epoch milliseconds) against the newest one that was sent (null if none was). `spent`: there
 * were too many wrong tries. `malformed`: what was typed is not six digits, which does not count as a try. `late`: the code was
 * sent too long ago, or none was sent.
 */
export function checkCode(
  { token, typed }: { token: string; typed: string },
  sent: SentCode | null,
  now: number,
): 'right' | 'wrong' | 'malformed' | 'spent' | 'late' {
  if (sent === null || now >= instantOf(sent.sentAt) + CODE_LIFETIME) return 'late';
  if (sent.wrongTries >= MAX_WRONG_TRIES) return 'spent';
  const code = parseCode(typed);
  if (code === null) return 'malformed';
  return timingSafeEqual(hashOfCode(token, code), sent.codeHash) ? 'right' : 'wrong';
}

/**
 * Whether the e-mail address still counts as proven at `now` (epoch milliseconds), so that another time can be requested without
 * a new code. `provenAt` is ISO 8601.
 */
export const isEmailProven = ({ provenAt }: { readonly provenAt: string | null }, now: number): boolean =>
  provenAt !== null && now < instantOf(provenAt) + PROOF_LIFETIME;
