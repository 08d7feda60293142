import { describe, expect, it } from 'vitest';
import type { AnswerLimits } from '#gateway/upstream/answer.ts';
import { announcedLimits } from './announced-limits.ts';

const now = Date.UTC(2026, 2, 29, 7, 30);
const nothing: AnswerLimits = {
  retryAfter: null,
  rateLimit: null,
  rateLimitRemaining: null,
  rateLimitReset: null,
  date: null,
};
const read = (limits: Partial<AnswerLimits>) => announcedLimits({ ...nothing, ...limits }, now);
const silent = { remaining: null, resetMs: null, retryAfterMs: null };

describe('announcedLimits', () => {
  it.each([
    ['"default";r=50;t=30', 50, 30_000],
    ['"second";r=9;t=1, "minute";r=50;t=30', 50, 30_000],
    ['"minute"; r=0; t=7', 0, 7_000],
    ['limit=100, remaining=50, reset=30', 50, 30_000],
    ['"default";r=5', 5, null],
    ['"t";q=100', null, null],
    ['nonsense', null, null],
  ])('reads RateLimit: %s', (rateLimit, remaining, resetMs) => {
    expect(read({ rateLimit })).toEqual({ ...silent, remaining, resetMs });
  });

  it('reads the separate fields, in seconds or since 1970', () => {
    expect(read({ rateLimitRemaining: '12', rateLimitReset: '9' })).toEqual({
      ...silent,
      remaining: 12,
      resetMs: 9_000,
    });
    expect(read({ rateLimitReset: String(now / 1_000 + 20) }).resetMs).toBe(20_000);
    expect(read({ rateLimitRemaining: '-1', rateLimitReset: 'soon' })).toEqual(silent);
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['0.5', 1_000],
    ['999999', 600_000],
    ['Sun, 29 Mar 2026 07:30:20 GMT', 20_000],
    ['Sun, 29 Mar 2026 07:00:00 GMT', 0],
    ['-3', null],
    ['later', null],
    ['', null],
  ])('reads Retry-After: %s', (text, retryAfterMs) => {
    expect(read({ retryAfter: text }).retryAfterMs).toBe(retryAfterMs);
  });

  it('takes a date in the clock of who wrote it', () => {
    const limits = { retryAfter: 'Sun, 29 Mar 2026 09:00:20 GMT', date: 'Sun, 29 Mar 2026 09:00:00 GMT' };
    expect(read(limits).retryAfterMs).toBe(20_000);
  });
});
