import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { PollState } from '#app/days/live-state.ts';
import { instantParts, shortZoneText } from '#app/text/time-text.ts';
import { asOfText, assessFreshness, freshnessText, type MissingData, oldestCurrentTime } from './freshness.ts';

const BEGAN = Date.parse('2026-06-02T08:42:00Z');
const HOUR = 3_600_000;
const connectionLost = new ApiError({ kind: 'network', status: null });
const http = (status: number) => new ApiError({ kind: 'http', status });

/** A board that was read and polled a moment ago; arguments override its values. */
function seen(more: Partial<Omit<PollState, 'everyMs'> & { readAt: number; readError: unknown; online: boolean }>) {
  const { readAt = BEGAN + 1_000, readError = null, online = true, ...polls } = more;
  return assessFreshness({
    ...{ began: BEGAN, online, day: { readAt, error: readError } },
    polls: { upToDateAt: BEGAN + 8_000, isWaking: false, failures: 0, error: null, ...polls },
  });
}

describe('how fresh the board is', () => {
  test('live only once the day has been answered since the board was opened', () => {
    expect(seen({})).toMatchObject({ connection: 'live', asOf: BEGAN + 8_000, stale: false, error: null });
    expect(seen({ upToDateAt: null }).connection).toBe('live');
    expect(seen({ upToDateAt: null, readAt: 0 })).toMatchObject({ connection: 'loading', asOf: null });
    expect(seen({ readAt: 0 })).toMatchObject({ connection: 'loading', asOf: null });
  });

  test('a page without a day is as fresh as its polls', () => {
    const page = (polls: Partial<PollState>) =>
      assessFreshness({
        ...{ began: BEGAN, online: true, day: null },
        polls: { upToDateAt: BEGAN + 8_000, isWaking: false, failures: 0, error: null, ...polls },
      });
    expect(page({})).toMatchObject({ connection: 'live', asOf: BEGAN + 8_000, stale: false });
    expect(page({ upToDateAt: null })).toMatchObject({ connection: 'loading', asOf: null, stale: false });
    expect(page({ failures: 3, error: connectionLost })).toMatchObject({
      connection: 'offline',
      asOf: BEGAN + 8_000,
      stale: true,
    });
  });

  test('a hidden page is not live again until it has polled', () => {
    expect(seen({ isWaking: true })).toMatchObject({ connection: 'loading', asOf: BEGAN + 8_000, stale: false });
    expect(seen({ isWaking: true, failures: 1, error: connectionLost }).connection).toBe('reconnecting');
  });

  test('a cached day is old until it is read again or a poll has covered it', () => {
    const cachedDay = { readAt: BEGAN - HOUR, upToDateAt: null };
    expect(seen(cachedDay)).toMatchObject({ connection: 'loading', asOf: BEGAN - HOUR, stale: true, error: null });
    expect(seen({ ...cachedDay, readError: connectionLost })).toMatchObject({
      connection: 'reconnecting',
      stale: true,
    });
    expect(seen({ ...cachedDay, upToDateAt: BEGAN + 1 })).toMatchObject({ connection: 'live', stale: false });
  });

  test('a day cached three seconds ago is not live either until something answers', () => {
    const cachedDay = { readAt: BEGAN - 3_000, upToDateAt: null };
    expect(seen(cachedDay)).toMatchObject({ connection: 'loading', stale: false });
    expect(seen({ ...cachedDay, failures: 1, error: connectionLost })).toMatchObject({
      connection: 'reconnecting',
      asOf: BEGAN - 3_000,
      stale: true,
    });
  });

  test('tolerates a few lost polls, then calls nothing free', () => {
    expect(seen({ failures: 2, error: connectionLost })).toMatchObject({ connection: 'reconnecting', stale: false });
    expect(seen({ failures: 3, error: connectionLost })).toMatchObject({ connection: 'offline', stale: true });
    expect(seen({ failures: 1, error: connectionLost, online: false })).toMatchObject({
      connection: 'offline',
      stale: true,
    });
  });

  test('after a poll any day is current; before it, one read since the board was opened; none while offline', () => {
    expect(seen({}).currentSince).toBe(0);
    expect(seen({ failures: 2, error: connectionLost }).currentSince).toBe(0);
    expect(seen({ upToDateAt: null }).currentSince).toBe(BEGAN);
    expect(seen({ failures: 3, error: connectionLost }).currentSince).toBe(Number.POSITIVE_INFINITY);
    expect(seen({ failures: 1, error: http(401) }).currentSince).toBe(Number.POSITIVE_INFINITY);
  });

  test('a program on the same computer is live without a network', () => {
    expect(seen({ online: false }).connection).toBe('live');
  });

  test('a refused key and an exhausted budget are distinguished from a lost connection, however long they last', () => {
    expect(seen({ failures: 1, error: http(401) })).toMatchObject({ connection: 'refused', stale: true });
    expect(seen({ failures: 9, error: http(403) }).connection).toBe('refused');
    expect(seen({ failures: 1, error: http(429) })).toMatchObject({ connection: 'waiting', stale: false });
    expect(seen({ failures: 9, error: http(429) })).toMatchObject({ connection: 'waiting', stale: true });
    expect(seen({ failures: 1, error: http(503) }).connection).toBe('reconnecting');
  });

  test('a full read that fails while polls succeed changes nothing', () => {
    expect(seen({ readError: connectionLost })).toMatchObject({ connection: 'live', stale: false, error: null });
  });

  test('data read by an earlier page, or long before the board was opened, counts as old', () => {
    expect(oldestCurrentTime(BEGAN, BEGAN + 500)).toBe(BEGAN);
    expect(oldestCurrentTime(BEGAN, BEGAN + HOUR)).toBe(BEGAN + HOUR - 10_000);
  });
});

describe('the status bar', () => {
  const now = BEGAN + 10_000;
  const berlin = 'Europe/Berlin';
  const said = (more: Parameters<typeof seen>[0], zone = berlin, missing: MissingData | null = null) =>
    freshnessText(seen(more), missing, { now, zone, ownZone: berlin });

  const clock = (instant: number, zone = berlin) => instantParts(zone, instant, zone).time;

  test('says since when the day is unchanged only if it may be out of date', () => {
    expect(said({})).toBe('Live');
    expect(said({ readAt: 0 })).toBe('Loading');
    const cachedDay = { readAt: BEGAN - HOUR, upToDateAt: null };
    expect(said(cachedDay)).toBe(`Loading, as of ${clock(BEGAN - HOUR)}`);
    expect(said({ failures: 1, error: connectionLost })).toBe('Reconnecting');
    expect(said({ failures: 3, error: connectionLost })).toBe(`Offline, as of ${clock(BEGAN)}`);
    expect(said({ failures: 3, error: http(401) })).toBe(`Frontdesk’s key not accepted, as of ${clock(BEGAN)}`);
  });

  test('does not say that a day is live while part of it is missing', () => {
    expect(said({}, berlin, 'loading')).toBe('Loading');
    expect(said({}, berlin, 'incomplete')).toBe('Day partly loaded');
    expect(said({ failures: 3, error: connectionLost }, berlin, 'incomplete')).toMatch(/^Offline, as of /);
  });

  test('shows the time in the store’s zone, and names the zone if it is not the reader’s', () => {
    const newYork = 'America/New_York';
    expect(asOfText(now, now, berlin, berlin)).toBe(clock(now));
    expect(asOfText(now, now, newYork, berlin)).toBe(`${clock(now, newYork)} ${shortZoneText(newYork, now)}`);
    expect(clock(now, newYork)).not.toBe(clock(now));
  });

  test('shows the date if it is not today there', () => {
    const midnight = Date.parse('2026-06-02T00:30:00Z');
    const before = midnight - HOUR;
    const { date, time } = instantParts('UTC', before, 'UTC');
    expect(asOfText(before, midnight, 'UTC', 'UTC')).toBe(`${date}, ${time}`);
    expect(asOfText(before, before + 60_000, 'UTC', 'UTC')).toBe(time);
    expect(asOfText(before, midnight, berlin, berlin)).toBe(clock(before));
  });
});
