import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { errorIdOf } from './failures.ts';

test('the id to quote is that of a fault, not of too many requests, which pass by themselves', () => {
  const errorOf = (status: number) => new ApiError({ kind: 'http', status, errorInstanceId: 'e-1' });
  expect(errorIdOf(errorOf(500))).toBe('e-1');
  expect(errorIdOf(errorOf(400))).toBe('e-1');
  expect(errorIdOf(errorOf(429))).toBeNull();
  expect(errorIdOf(new ApiError({ kind: 'network', status: null }))).toBeNull();
  expect(errorIdOf(new Error('e-1'))).toBeNull();
});
