import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidInput } from '#contract/error.ts';

/** What a cursor is valid for: the endpoint and everything that decides which rows come in which order, but the page size. */
export interface CursorScope {
  secret: Uint8Array;
  endpoint: string;
  /** The query in its canonical form: JSON data that is the same, down to the order of its properties, for every spelling. */
  query: unknown;
}

const MAC_BYTES = 18;

function macOf({ secret, endpoint, query }: CursorScope, position: string): Buffer {
  const text = JSON.stringify([endpoint, query, position]);
  return createHmac('sha256', secret).update(text).digest().subarray(0, MAC_BYTES);
}

/** An opaque, signed cursor for the page that follows a row, whose place in the order is `position`. */
export function encodeCursor(scope: CursorScope, position: string): string {
  return Buffer.concat([macOf(scope, position), Buffer.from(position)]).toString('base64url');
}

/** The position that a cursor holds. Throws 400 for one that was changed or issued for anything else. */
export function decodeCursor(scope: CursorScope, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(MAC_BYTES).toString();
  const isValid =
    bytes.length > MAC_BYTES &&
    // Bits that base64 does not use, and characters that the decoder skips, must not make a second spelling.
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(scope, position));
  if (!isValid) throw invalidInput('cursor', 'is not a cursor that this list gave for these filters');
  return position;
}
