import { describe, expect, it } from 'vitest';
import { readRateLimit } from './rate-limit.ts';

const now = Date.UTC(2026, 2, 29, 7, 30);
const read = (headers: Record<string, string>) => readRateLimit((name) => headers[name] ?? null, now);
const nothing = { remaining: null, resetMs: null, retryAfterMs: null };

describe('readRateLimit', () => {
  it.each([
    ['"default";r=50;t=30', 50, 30_000],
    ['"second";r=9;t=1, "minute";r=50;t=30', 50, 30_000],
    ['"minute"; r=0; t=7', 0, 7_000],
    ['limit=100, remaining=50, reset=30', 50, 30_000],
    ['"default";r=5', 5, null],
    ['"t";q=100', null, null],
    ['nonsense', null, null],
  ])('reads RateLimit: %s', (ratelimit, remaining, resetMs) => {
    expect(read({ ratelimit })).toEqual({ ...nothing, remaining, resetMs });
  });

  it('reads the separate fields, in seconds or since 1970', () => {
    expect(read({ 'ratelimit-remaining': '12', 'x-ratelimit-reset': '9' })).toEqual({
      ...nothing,
      remaining: 12,
      resetMs: 9_000,
    });
    expect(read({ 'ratelimit-reset': String(now / 1_000 + 20) }).resetMs).toBe(20_000);
    expect(read({ 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': 'soon' })).toEqual(nothing);
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
    expect(read({ 'retry-after': text }).retryAfterMs).toBe(retryAfterMs);
  });

  it('takes a date in the clock of who wrote it', () => {
    const headers = { 'retry-after': 'Sun, 29 Mar 2026 09:00:20 GMT', date: 'Sun, 29 Mar 2026 09:00:00 GMT' };
    expect(read(headers).retryAfterMs).toBe(20_000);
  });
});
