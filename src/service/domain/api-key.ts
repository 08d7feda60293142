import { createHash, randomBytes } from 'node:crypto';

/** How a key is written: `fd_`, the 32 hex digits of its company, and 256 random bits in base64url. */
const KEY = /^fd_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** A new secret key. It names its company, so that looking it up begins with the company as every query does. */
export function createApiKey(companyId: string): string {
  return `fd_${companyId.replaceAll('-', '')}_${randomBytes(32).toString('base64url')}`;
}

/** The company that a well-formed key names; null for anything that cannot be a key of ours. */
export function companyOfApiKey(key: string): string | null {
  const parts = KEY.exec(key);
  return parts === null ? null : parts.slice(1).join('-');
}

/** What is stored of a key: its SHA-256. The key has 256 random bits, so a slow hash would add nothing. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
