import { expect, test } from 'vitest';
import { ApiError, failureKind, retryDelay, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { errorStatuses } from '#contract/error.ts';
import { errorIdOf, errorReasonText, untranslatedMessage } from './error-texts.tsx';
import { isolateText } from './isolate-text.ts';

/** The practice system is waiting for its database. */
const retryLater = new ApiError({ kind: 'http', status: 503, errorInstanceId: 'e-1', retryAfterSeconds: 5 });

test('an error id is shown for faults, but not for conditions that pass', () => {
  const errorOf = (status: number) => new ApiError({ kind: 'http', status, errorInstanceId: 'e-1' });
  expect(errorIdOf(errorOf(500))).toBe('e-1');
  expect(errorIdOf(errorOf(400))).toBe('e-1');
  expect(errorIdOf(errorOf(503))).toBe('e-1');
  expect(errorIdOf(errorOf(429))).toBeNull();
  expect(errorIdOf(retryLater)).toBeNull();
  expect(errorIdOf(new ApiError({ kind: 'network', status: null }))).toBeNull();
  expect(errorIdOf(new Error('e-1'))).toBeNull();
});

test('a 503 with Retry-After is retried without limit; a 503 without it is a fault', () => {
  const fault = new ApiError({ kind: 'http', status: 503 });
  expect([failureKind(retryLater), failureKind(fault)]).toEqual(['waiting', 'failed']);
  expect([retryUntilLoadedOptions.retry(50, retryLater), retryUntilLoadedOptions.retry(50, fault)]).toEqual([
    true,
    false,
  ]);
  expect(retryDelay(50, retryLater)).toBe(5_000);
});

const refused = (messageKey: string | null, suggestion: string | null) =>
  new ApiError({ kind: 'http', status: 500, messageKey, suggestion });

/** Errors that only the suggestion explains, and errors that the forms explain themselves. */
const handledElsewhere = [
  'invalid_input',
  'wrong_code',
  'set_up_already',
  'in_use',
  'already_issued',
  'wrong_pin',
  'no_pin',
];

test.each(Object.keys(errorStatuses).filter((key) => !handledElsewhere.includes(key)))(
  '%s is explained in the language of the page, whatever the suggestion',
  (key) => {
    const error = refused(key, 'The practice API cannot be reached.');
    expect(errorReasonText(error)).not.toContain('The practice API');
    expect(untranslatedMessage(error)).toBeNull();
  },
);

test('another practice system’s message is quoted in full and isolated', () => {
  const words = 'Geschlossen; \u202Ebitte warten';
  for (const key of ['geschlossen', 'toString', 'invalid_input', null]) {
    expect(untranslatedMessage(refused(key, words))).toBe(words);
    expect(errorReasonText(refused(key, words))).toBe(`The practice system says: “${isolateText(words)}”`);
  }
  expect(errorReasonText(refused(null, null))).toBe('The practice system reported an error (HTTP 500).');
});
