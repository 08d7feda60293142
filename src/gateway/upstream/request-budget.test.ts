import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import {
  createKeyBudgets,
  createRequestBudget,
  type Grant,
  type Priority,
  type ReportedRateLimit,
  readRateLimit,
} from './request-budget.ts';

const nothing: ReportedRateLimit = { remaining: null, resetMs: null, retryAfterMs: null };

function start() {
  let now = 1_000_000;
  const budget = createRequestBudget({ clock: () => now });
  return {
    budget,
    advance: (ms: number) => {
      now += ms;
    },
    /**
     * Sends up to `count` requests that are answered immediately with the `reported` limits; returns how many were granted.
     */
    send(count: number, priority: Priority, reported: Partial<ReportedRateLimit> = {}, status = 200) {
      let granted = 0;
      for (let index = 0; index < count; index += 1) {
        const grant = budget.take(priority);
        if (!grant.granted) continue;
        granted += 1;
        grant.settle({ status, rateLimit: { ...nothing, ...reported } });
      }
      return granted;
    },
  };
}

describe('createRequestBudget', () => {
  it('lets polls wait first, then lookups, and keeps a reserve for creates', () => {
    const { send, budget, advance } = start();
    expect(send(200, 'poll')).toBe(65);
    expect(send(200, 'lookup')).toBe(20);
    expect(send(200, 'write')).toBe(15);
    expect(budget.take('write')).toEqual({ granted: false, retryAfterMs: 60_000 });
    advance(60_000);
    expect(send(200, 'write')).toBe(100);
  });

  it('returns when to try again', () => {
    const { send, budget, advance } = start();
    send(1, 'lookup');
    advance(10_000);
    send(1, 'lookup');
    advance(10_000);
    send(98, 'write');
    expect(budget.take('write')).toEqual({ granted: false, retryAfterMs: 40_000 });
    expect(budget.state()).toEqual({ limit: 100, remaining: 0, resetMs: 60_000 });
    advance(40_000);
    expect(send(5, 'write')).toBe(1);
    advance(9_500);
    expect(budget.take('write')).toEqual({ granted: false, retryAfterMs: 1_000 });
  });

  it('uses the remaining requests that the practice API reports, even if others use the key', () => {
    const { send, budget, advance } = start();
    send(1, 'lookup', { remaining: 40, resetMs: 20_000 });
    expect(budget.state()).toEqual({ limit: 100, remaining: 40, resetMs: 20_000 });
    expect(send(100, 'poll')).toBe(5);
    expect(send(100, 'lookup')).toBe(20);
    expect(budget.take('poll')).toEqual({ granted: false, retryAfterMs: 20_000 });
    advance(20_000);
    expect(send(200, 'write')).toBe(100);
  });

  it('counts on its own again when the practice API reports nothing more', () => {
    const { send, advance } = start();
    send(1, 'lookup', { remaining: 10, resetMs: 5_000 });
    advance(5_000);
    expect(send(200, 'write')).toBe(100);
    advance(60_000);
    expect(send(200, 'write')).toBe(100);
    advance(59_000);
    expect(send(200, 'write')).toBe(0);
    advance(1_000);
    expect(send(200, 'write')).toBe(100);
  });

  it('handles responses that overtake each other', () => {
    const { budget, advance } = start();
    const [first, second] = [budget.take('write'), budget.take('write')];
    settle(second, { remaining: 50, resetMs: 30_000 });
    settle(first, { remaining: 51, resetMs: 30_000 });
    expect(budget.state().remaining).toBe(49);
    advance(1_000);
    settle(budget.take('write'), { remaining: 80, resetMs: 3_000 });
    expect(budget.state()).toMatchObject({ remaining: 48, resetMs: 29_000 });
  });

  it('uses the lowest value of one window, the later of two windows, and returns unsent requests', () => {
    const { send, budget, advance } = start();
    const report = (remaining: number, resetMs: number) => send(1, 'write', { remaining, resetMs });
    const remaining = () => budget.state().remaining;
    report(50, 30_000);
    expect(remaining()).toBe(50);
    report(70, 30_000);
    expect(remaining()).toBe(49);
    report(20, 31_999);
    expect(remaining()).toBe(20);
    report(5, 10_000);
    expect(remaining()).toBe(19);
    report(90, 58_000);
    expect(budget.state()).toMatchObject({ remaining: 90, resetMs: 58_000 });
    const unsent = budget.take('write');
    expect(remaining()).toBe(89);
    if (unsent.granted) unsent.settle('not_sent');
    expect(remaining()).toBe(90);
    advance(40_000);
    budget.take('write');
    advance(18_000);
    // The next window begins without the pending request, and is assumed until the practice API reports more.
    expect(budget.state()).toMatchObject({ remaining: 99, resetMs: 60_000 });
    report(80, 50_000);
    expect(budget.state()).toMatchObject({ remaining: 79, resetMs: 50_000 });
  });

  it('pauses longer after each 429 without a time, up to half a minute', () => {
    const { send, advance } = start();
    for (const pause of [5_000, 10_000, 20_000, 20_000]) {
      expect(send(1, 'poll', {}, 429)).toBe(1);
      advance(pause - 1);
      expect(send(1, 'write')).toBe(0);
      advance(1);
    }
    expect(send(1, 'poll')).toBe(1);
    send(1, 'poll', {}, 429);
    advance(5_000);
    expect(send(1, 'poll')).toBe(1);
  });

  it('counts several simultaneous refusals as one', () => {
    const { budget, advance } = start();
    const grants = Array.from({ length: 5 }, () => budget.take('poll'));
    for (const grant of grants) if (grant.granted) grant.settle({ status: 429, rateLimit: nothing });
    advance(5_000);
    expect(budget.take('poll').granted).toBe(true);
  });

  it('does not wait for a system clock that was set back', () => {
    const { budget, send, advance } = start();
    send(200, 'write', { retryAfterMs: 60_000 }, 429);
    advance(-3_600_000);
    expect(send(200, 'write')).toBe(100);
    expect(budget.state().resetMs).toBe(60_000);
  });

  it('counts a request from sending until a minute after its response', () => {
    const { budget, advance, send } = start();
    const slow = budget.take('write');
    advance(30_000);
    settle(slow, {});
    expect(send(200, 'write')).toBe(99);
    advance(59_999);
    expect(send(1, 'write')).toBe(0);
    advance(1);
    expect(send(200, 'write')).toBe(100);
  });

  it('counts a request with a lost response, but not an unsent one', () => {
    const { budget, send } = start();
    for (const outcome of ['lost', 'not_sent', 'lost'] as const) {
      const grant = budget.take('write');
      if (grant.granted) grant.settle(outcome);
    }
    expect(send(200, 'write')).toBe(98);
  });

  it('never sends more than the limit in any minute, whenever the practice API’s window opened', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 4_000 }),
      burst: fc.integer({ min: 1, max: 60 }),
      latency: fc.integer({ min: 0, max: 3_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 0;
        const budget = createRequestBudget({ clock: () => now });
        const arrivals: number[] = [];
        for (const { wait, burst, latency } of steps) {
          now += wait;
          const grants = Array.from({ length: burst }, () => budget.take('write')).filter(({ granted }) => granted);
          arrivals.push(...grants.map(() => now + latency / 2));
          now += latency;
          for (const grant of grants) settle(grant, {});
        }
        for (const [index, opened] of arrivals.entries()) {
          const window = arrivals.slice(index).filter((arrival) => arrival < opened + 60_000);
          expect(window.length).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: rounds({ few: 50, many: 2_000 }) },
    );
  });
});

describe('createKeyBudgets', () => {
  it('counts each key separately, and returns the lowest remaining budget', () => {
    const budgets = createKeyBudgets({ clock: () => 0, limit: { requests: 10, windowMs: 60_000 } });
    expect(budgets.lowestRemaining()).toBe(10);
    settle(budgets.get('one').take('write'), {});
    settle(budgets.get('two').take('write'), {});
    settle(budgets.get('two').take('write'), {});
    expect(['one', 'two', 'three'].map((key) => budgets.get(key).state().remaining)).toEqual([9, 8, 10]);
    expect(budgets.lowestRemaining()).toBe(8);
  });

  it('drops the least recently used key if there are very many', () => {
    const budgets = createKeyBudgets({ clock: () => 0 });
    const [first, second] = [budgets.get('first'), budgets.get('second')];
    expect(budgets.get('first')).toBe(first);
    for (let nth = 0; nth < 9_999; nth += 1) budgets.get(`key ${nth}`);
    expect(budgets.get('first')).toBe(first);
    expect(budgets.get('second')).not.toBe(second);
  });
});

function settle(grant: Grant, reported: Partial<ReportedRateLimit>): void {
  if (!grant.granted) throw new Error('not granted');
  grant.settle({ status: 200, rateLimit: { ...nothing, ...reported } });
}

const now = Date.UTC(2026, 2, 29, 7, 30);
const read = (headers: Record<string, string>) => readRateLimit((name) => headers[name] ?? null, now);

describe('readRateLimit', () => {
  it.each([
    ['"default";r=50;t=30', 50, 30_000],
    ['"second";r=9;t=1, "minute";r=50;t=30', 50, 30_000],
    ['"minute";r=50;t=30, "second";r=9;t=1', 50, 30_000],
    ['"first";r=3;t=60, "second";r=9;t=60', 3, 60_000],
    ['"none";r=8, "at once";r=4;t=0', 4, 0],
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
    ['3 or so', null],
    ['7.25', 8_000],
    [' 7 ', 7_000],
    ['Sun, 29 Mar 2026 07:30:20 GMT or so', null],
    ['later', null],
    ['', null],
  ])('reads Retry-After: %s', (text, retryAfterMs) => {
    expect(read({ 'retry-after': text }).retryAfterMs).toBe(retryAfterMs);
  });

  it('reads a date by the sender’s clock', () => {
    const headers = { 'retry-after': 'Sun, 29 Mar 2026 09:00:20 GMT', date: 'Sun, 29 Mar 2026 09:00:00 GMT' };
    expect(read(headers).retryAfterMs).toBe(20_000);
  });
});
