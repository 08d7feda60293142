import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { livePolling, msToNextPoll, msToNextRefetch, tickAt, updatedSinceAt } from './live-polling.ts';

const clocks = fc.integer({ min: 0, max: 4_102_444_800_000 });
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const { everyMs, streamEveryMs, settleMs, spreadMs, overlapMs, maxGapMs, refetchEveryMs } = livePolling;
const intervals = fc.constantFrom(everyMs, streamEveryMs);

describe('live polling', () => {
  it('polls once per tick, shortly after it', () => {
    fc.assert(
      fc.property(clocks, randoms, (clock, random) => {
        const due = clock + msToNextPoll(clock, random);
        expect(due).toBeGreaterThan(clock);
        expect(tickAt(due)).toBe(tickAt(clock) + everyMs);
        expect(due - tickAt(due)).toBeGreaterThanOrEqual(settleMs);
        expect(due - tickAt(due)).toBeLessThan(settleMs + spreadMs);
      }),
    );
  });

  it('returns the same instant until a poll is due, even if the interval changes', () => {
    fc.assert(
      fc.property(
        clocks,
        randoms,
        fc.array(fc.record({ ms: fc.nat(streamEveryMs), every: intervals })),
        (after, random, times) => {
          let clock = after;
          for (const { ms, every } of times) {
            const due = clock + msToNextPoll(clock, random, { after, everyMs: every });
            const tick = tickAt(after, every) + every;
            expect(due).toBe(Math.max(clock, tick + settleMs + Math.floor(random * spreadMs)));
            expect(due - after).toBeLessThanOrEqual(Math.max(clock - after, every + settleMs + spreadMs));
            clock += ms;
          }
          // Setting the clock back does not delay the next poll.
          expect(msToNextPoll(after - 3_600_000, random, { after })).toBeLessThan(everyMs + settleMs + spreadMs);
        },
      ),
    );
    expect(streamEveryMs % everyMs).toBe(0);
  });

  it('sends the same request from every calendar that is up to date or missed little, at either interval', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: maxGapMs }), fc.boolean(), (clock, missed, hasEvents) => {
        const at = (completeTick: number, now = clock) => updatedSinceAt({ clock: now, completeTick, hasEvents });
        const upToDate = at(tickAt(clock) - everyMs);
        expect(at(tickAt(clock) - missed)).toBe(upToDate);
        if (!hasEvents) return;
        const net = tickAt(clock, streamEveryMs);
        const together = at(net - streamEveryMs, net);
        expect(at(net - streamEveryMs - missed, net)).toBe(together);
        expect(at(net - missed, net)).toBe(together);
      }),
    );
  });

  it('always looks back by at least half the overlap', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: 86_400_000 }), fc.boolean(), (clock, missed, hasEvents) => {
        for (const now of [clock, tickAt(clock, streamEveryMs) + settleMs]) {
          const completeTick = tickAt(now - missed);
          const since = Date.parse(updatedSinceAt({ clock: now, completeTick, hasEvents }));
          expect(since).toBeLessThanOrEqual(completeTick - (overlapMs - maxGapMs));
        }
      }),
    );
  });

  it('reloads the day within five minutes, together with calendars of the same view', () => {
    fc.assert(
      fc.property(clocks, fc.string(), fc.integer({ min: 1, max: 5_000 }), (clock, view, later) => {
        const wait = msToNextRefetch({ clock, view });
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(refetchEveryMs);
        if (later < wait) expect(later + msToNextRefetch({ clock: clock + later, view })).toBe(wait);
      }),
    );
    expect(refetchEveryMs).toBeLessThanOrEqual(300_000);
  });
});
