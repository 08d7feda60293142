import { expect, test } from 'vitest';
import { ApiError, retryDelay, retryUntilLoaded } from '#app/api/api-error.ts';
import { errorIdOf, failureKind, foreignWordsOf, reasonOf } from '#app/api/failures.tsx';
import { isolated } from '#app/text/isolated.ts';
import { errorStatuses } from '#contract/error.ts';

/** A database that the practice system waits for. */
const comeBack = new ApiError({ kind: 'http', status: 503, errorInstanceId: 'e-1', retryAfterSeconds: 5 });

test('the id to quote is that of a fault, not of what passes by itself', () => {
  const errorOf = (status: number) => new ApiError({ kind: 'http', status, errorInstanceId: 'e-1' });
  expect(errorIdOf(errorOf(500))).toBe('e-1');
  expect(errorIdOf(errorOf(400))).toBe('e-1');
  expect(errorIdOf(errorOf(503))).toBe('e-1');
  expect(errorIdOf(errorOf(429))).toBeNull();
  expect(errorIdOf(comeBack)).toBeNull();
  expect(errorIdOf(new ApiError({ kind: 'network', status: null }))).toBeNull();
  expect(errorIdOf(new Error('e-1'))).toBeNull();
});

test('a 503 that says when to come back is waited for, however often; one that does not is a fault', () => {
  const fault = new ApiError({ kind: 'http', status: 503 });
  expect([failureKind(comeBack), failureKind(fault)]).toEqual(['waiting', 'failed']);
  expect([retryUntilLoaded.retry(50, comeBack), retryUntilLoaded.retry(50, fault)]).toEqual([true, false]);
  expect(retryDelay(50, comeBack)).toBe(5_000);
});

const refused = (messageKey: string | null, suggestion: string | null) =>
  new ApiError({ kind: 'http', status: 500, messageKey, suggestion });

/** What only its suggestion says, and what the pages that set a practice up and change it say themselves. */
const saidElsewhere = [
  'invalid_input',
  'wrong_code',
  'set_up_already',
  'confirm_key',
  'in_use',
  'last_manager',
  'already_issued',
];

test.each(Object.keys(errorStatuses).filter((key) => !saidElsewhere.includes(key)))(
  '%s is said in the language of the page, whatever the suggestion',
  (key) => {
    const error = refused(key, 'The practice API cannot be reached.');
    expect(reasonOf(error)).not.toContain('The practice API');
    expect(foreignWordsOf(error)).toBeNull();
  },
);

test('the words of another practice system are quoted whole, and stay within themselves', () => {
  const words = 'Geschlossen; \u202Ebitte warten';
  for (const key of ['geschlossen', 'toString', 'invalid_input', null]) {
    expect(foreignWordsOf(refused(key, words))).toBe(words);
    expect(reasonOf(refused(key, words))).toBe(`The practice system says: “${isolated(words)}”`);
  }
  expect(reasonOf(refused(null, null))).toBe('The practice system answered with status 500.');
});
