import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { createMetrics } from '#gateway/metrics.ts';
import { UpstreamError } from './connection.ts';
import { createReadRequest, determineRequestKind } from './practice-api.ts';
import { createKeyBudgets } from './request-budget.ts';
import { createUpstreamSender, isRepeatable } from './upstream-sender.ts';

const base = Date.UTC(2026, 2, 29, 7, 30);
const credential = { key: 'k', keyHash: 'h' };

describe('isRepeatable', () => {
  const repeatable = (operation: Operation, idempotencyKey: string | null = null) =>
    isRepeatable({
      ...{ operation, kind: determineRequestKind(operation), idempotencyKey },
      body: new TextEncoder().encode('{"companyId":"c","expectedUpdatedAt":"2026-03-02T09:00Z","isActive":true}'),
    });

  it('returns true for reads and for requests that take effect only once', () => {
    expect(repeatable('listKeys')).toBe(true);
    expect(repeatable('issueKey', 'k')).toBe(true);
    expect(repeatable('revokeKey')).toBe(true);
    expect(repeatable('importRecords')).toBe(true);
    expect(repeatable('changeAvailability')).toBe(true);
    expect(repeatable('changeAppointment')).toBe(true);
    expect(repeatable('changeWaitingListEntry')).toBe(true);
    expect(repeatable('giveReason')).toBe(true);
    expect(repeatable('createSeries', 'k')).toBe(true);
  });

  it('returns false for requests that could take effect twice or undo someone else’s change', () => {
    expect(repeatable('issueKey')).toBe(false);
    expect(repeatable('createRoom')).toBe(false);
    expect(repeatable('createSeries')).toBe(false);
    expect(repeatable('createWaitingListEntry')).toBe(false);
    expect(repeatable('changeEmployee')).toBe(false);
    expect(repeatable('deleteRoom')).toBe(false);
  });
});

describe('a repeatable write', () => {
  /**
   * Sends one request whose attempts all break after these milliseconds, in virtual time; returns the time limit of each
   * attempt.
   */
  async function attemptsOf(options: { writeMs: number; breakAfterMs: readonly number[]; random: number }) {
    const { writeMs, breakAfterMs, random } = options;
    let time = base;
    const limits: number[] = [];
    let breakOff = () => {};
    const clock = () => time;
    const send = createUpstreamSender({
      upstream: {
        send: () =>
          new Promise((_resolve, reject) => {
            breakOff = () => reject(new UpstreamError('lost', 'broken'));
          }),
      },
      budgets: createKeyBudgets({ clock }),
      metrics: createMetrics(),
      environment: {
        clock,
        random: () => random,
        sleep: async (ms) => {
          time += ms;
        },
        schedule(ms, onTimeout) {
          const breaksAfter = breakAfterMs[limits.length] ?? 0;
          limits.push(ms);
          time += Math.min(ms, breaksAfter);
          (breaksAfter < ms ? breakOff : onTimeout)();
          return () => undefined;
        },
      },
      timeouts: { readMs: 10_000, writeMs },
      onResponse: () => undefined,
      onUnavailable: () => undefined,
    });
    const write = {
      ...createReadRequest('createAppointment', { target: '/v1/appointments', credential }),
      idempotencyKey: 'k',
    };
    await expect(send(write)).rejects.toMatchObject({ key: 'outcome_unknown' });
    return { limits, tookMs: time - base };
  }

  it('gives each attempt some time, and all of them together no more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          writeMs: fc.integer({ min: 1, max: 25 }).map((seconds) => seconds * 1_000),
          breakAfterMs: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 3, maxLength: 3 }),
          random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        }),
        async (options) => {
          const { limits, tookMs } = await attemptsOf(options);
          expect(Math.min(...limits)).toBeGreaterThanOrEqual(500);
          expect(tookMs).toBeLessThanOrEqual(options.writeMs);
        },
      ),
    );
  });
});
