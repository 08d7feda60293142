import { createHash, randomBytes } from 'node:crypto';

/*
 * The secret in a URL of the public door: the 16 bytes of the company's id and 16 random bytes, in base64url. It contains the
 * company's id because every lookup in the database begins with it. The database stores only the hash of the secret.
 */

const ID_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Creates a token, which only the URL contains, and its hash, which is stored in the database. */
export function createLinkToken(companyId: string): { token: string; hash: Buffer } {
  const id = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([id, randomBytes(16)]).toString('base64url');
  return { token, hash: hashToken(token) };
}

/**
 * The company and the stored hash of a token; null for a text that cannot be a token. Only the canonical spelling is accepted.
 */
export function parseLinkToken(token: string): { companyId: string; hash: Buffer } | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.toString('base64url') !== token) return null;
  const companyId = bytes
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { companyId, hash: hashToken(token) };
}

/** The SHA-256 hash of a token. A slow hash would not add security, because the token has 128 random bits. */
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
