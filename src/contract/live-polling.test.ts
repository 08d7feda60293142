import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { livePolling, msToNextPoll, msToNextReread, tickAt, updatedSinceAt } from './live-polling.ts';

const clocks = fc.integer({ min: 0, max: 4_102_444_800_000 });
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const { everyMs, settleMs, spreadMs, overlapMs, forgivenMs, rereadEveryMs } = livePolling;

describe('live polling', () => {
  it('polls once a tick, shortly after it', () => {
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

  it('asks the same of every board that kept up or missed little', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: forgivenMs }), (clock, missed) => {
        const kept = updatedSinceAt({ clock, completeTick: tickAt(clock) - everyMs });
        expect(updatedSinceAt({ clock, completeTick: tickAt(clock) - missed })).toBe(kept);
      }),
    );
  });

  it('always looks back over half the overlap beyond what is known', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: 86_400_000 }), (clock, missed) => {
        const completeTick = tickAt(clock - missed);
        const since = Date.parse(updatedSinceAt({ clock, completeTick }));
        expect(since).toBeLessThanOrEqual(completeTick - (overlapMs - forgivenMs));
      }),
    );
  });

  it('reads the day again within five minutes, boards of the same view together', () => {
    fc.assert(
      fc.property(clocks, fc.string(), fc.integer({ min: 1, max: 5_000 }), (clock, view, later) => {
        const wait = msToNextReread({ clock, view });
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(rereadEveryMs);
        if (later < wait) expect(later + msToNextReread({ clock: clock + later, view })).toBe(wait);
      }),
    );
    expect(rereadEveryMs).toBeLessThanOrEqual(300_000);
  });
});
