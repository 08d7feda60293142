import { expect, test } from 'vitest';
import { deriveRequestStatus } from './online-request-rules.ts';

const request = { status: 'open', start: '2026-06-05T12:00:00.000Z', createdAt: '2026-06-04T08:00:00.000Z' } as const;
const statusAt = (at: string, changes: Partial<typeof request> | { status: 'booked' } | { start: string } = {}) =>
  deriveRequestStatus({ ...request, ...changes }, Date.parse(at));

test('an open request expires an hour before its start', () => {
  expect(statusAt('2026-06-05T10:59:59.999Z')).toBe('open');
  expect(statusAt('2026-06-05T11:00:00.000Z')).toBe('expired');
});

test('an open request expires after seven days, however late it starts', () => {
  const start = '2026-08-01T12:00:00.000Z';
  expect(statusAt('2026-06-11T07:59:59.999Z', { start })).toBe('open');
  expect(statusAt('2026-06-11T08:00:00.000Z', { start })).toBe('expired');
});

test('an answered request does not expire', () => {
  expect(statusAt('2026-06-20T00:00:00.000Z', { status: 'booked' })).toBe('booked');
});
