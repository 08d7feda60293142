import { expect, test } from 'vitest';
import { createClientSchema } from '#contract/clients-pets-staff.ts';
import { phoneExample } from './phone-example.ts';

test.each([
  ['en-US', '(555) 010-1234'],
  ['en', '(555) 010-1234'],
  ['en-GB', '020 7946 0123'],
  ['de-DE', '030 23125 123'],
  ['fr-CH', '044 123 45 67'],
  // For a region without an example, the usual region of the language is used.
  ['en-JP', '(555) 010-1234'],
  ['ar', '010 1234 5678'],
])('the example of a phone number in %s is %s, which can be saved', (locale, expected) => {
  expect(phoneExample(locale)).toBe(expected);
  expect(createClientSchema.shape.phone.safeParse(expected).success).toBe(true);
});
