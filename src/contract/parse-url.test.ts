import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';
import { websiteSchema } from './text.ts';

test('a text that is no URL is not parsed', () => {
  for (const text of ['', 'vets.example', 'https://', 'https://a b.example']) expect(parseUrl(text), text).toBeNull();
});

test('an address with ä is read the same however often addresses are checked', () => {
  // Enough calls for V8 to compile the check.
  for (let round = 0; round < 20_000; round += 1) parseUrl('https://tierärzte.example');
  expect(parseUrl('https://tierärzte.example')?.host).toBe('xn--tierrzte-3za.example');
  const accepted = Array.from({ length: 20_000 }, () => websiteSchema.safeParse('https://tierärzte.example').success);
  expect(accepted.filter((isAccepted) => !isAccepted)).toEqual([]);
});
