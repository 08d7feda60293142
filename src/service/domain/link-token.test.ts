import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { createLinkToken, parseLinkToken } from './link-token.ts';

test('a token leads to its company and its hash, and is never the same twice', () => {
  fc.assert(
    fc.property(fc.uuid(), (companyId) => {
      const { token, hash } = createLinkToken(companyId);
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(parseLinkToken(token)).toEqual({ companyId, hash });
      expect(createLinkToken(companyId).token).not.toBe(token);
    }),
    { numRuns: rounds({ few: 50, ci: 100, many: 5_000 }) },
  );
});

test('no other text is a token, nor is a second spelling of the same bytes', () => {
  const { token } = createLinkToken('0b6f5a2c-6a3c-4c6e-9d0a-3f3b1f8d2c11');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(token.slice(-1));
  // The last character has two bits that belong to no byte.
  const respelled = [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last ^ bits]);
  for (const other of [
    '',
    token.slice(1),
    `${token}A`,
    `${token}=`,
    token.replace(/^./, '+'),
    ` ${token}`,
    ...respelled,
  ])
    expect(parseLinkToken(other), other).toBeNull();
});
