import { expect } from 'vitest';
import { type ErrorMessageKey, errorStatuses, serviceErrorSchema } from '#contract/error.ts';
import type { Answer } from './service.ts';

/** Expects an error response with this key, its status in both places, and a matching suggestion. */
export function expectError(answer: Answer, key: ErrorMessageKey, suggestion: string | RegExp = /./): void {
  const body = serviceErrorSchema.parse(answer.body);
  const found = [answer.status, body.message, body.data.httpStatus];
  expect(found, body.data.suggestion).toEqual([errorStatuses[key], key, errorStatuses[key]]);
  expect(body.data.suggestion).toMatch(suggestion);
}
