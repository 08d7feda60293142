import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The length of a sealing key, in bytes. */
export const BOX_KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = IV_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

/** Seals a text with AES-256-GCM. The box consists of the initialization vector, the tag and the ciphertext. */
export function sealBox(key: Buffer, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Returns the content of a box; null if the box was sealed with another key, or modified. */
export function openBox(key: Buffer, box: Buffer): Buffer | null {
  const tag = box.subarray(IV_BYTES, HEAD_BYTES);
  try {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, key, box.subarray(0, IV_BYTES), options).setAuthTag(tag);
    return Buffer.concat([decipher.update(box.subarray(HEAD_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
