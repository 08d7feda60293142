import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deskHeaders } from '#contract/desk.ts';
import { livePolling, msToNextPoll, msToNextRefetch, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { createVendorGateway, upstreamOver } from '#testing/gateways.ts';
import { rounds } from '#testing/rounds.ts';

const MINUTE = 60_000;
const BOARDS = 50;
/** Within five minutes, every calendar also reloads its whole day. */
const MINUTES = rounds({ few: 5, many: 10 });
const STARTED = Date.UTC(2026, 2, 29, 7, 30, 12, 345);
/** The practice API's clock differs widely from the gateway's, and every desk's clock differs again. */
const UPSTREAM_AHEAD = 95_400;

const changesSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Reproducible numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Simulated time, which jumps from one scheduled action to the next. */
function createSchedule() {
  let now = STARTED;
  const due: { at: number; act: () => Promise<void> }[] = [];
  return {
    clock: () => now,
    in(ms: number, act: () => Promise<void>) {
      const at = now + ms;
      const index = due.findIndex((entry) => entry.at > at);
      due.splice(index === -1 ? due.length : index, 0, { at, act });
    },
    async runUntil(end: number) {
      for (let next = due.shift(); next !== undefined && next.at <= end; next = due.shift()) {
        now = next.at;
        await next.act();
      }
    },
  };
}

/**
 * A practice API with the specified rate limit, in windows that open with their first request, without rate limit headers.
 */
function createStrictPractice(clock: () => number) {
  const requests: { at: number; name: string }[] = [];
  const changes: { id: string; committedAt: number; updatedAt: number }[] = [];
  let refused = 0;
  let window = { opened: Number.NEGATIVE_INFINITY, count: 0 };

  function answer(request: Request): Response {
    const now = clock();
    const url = new URL(request.url);
    requests.push({ at: now, name: `${request.method} ${url.pathname}` });
    if (now >= window.opened + MINUTE) window = { opened: now, count: 0 };
    window.count += 1;
    if (window.count > 100) {
      refused += 1;
      return new Response(null, { status: 429 });
    }
    const since = Date.parse(url.searchParams.get('updatedSince') ?? '');
    const data = changes
      .filter(({ committedAt, updatedAt }) => committedAt <= now && updatedAt > since)
      .map(({ id }) => ({ id }));
    const body =
      request.method === 'POST' && url.pathname === '/v1/appointments'
        ? crypto.randomUUID()
        : { data, nextCursor: null, hasMore: false, totalCount: data.length };
    return Response.json(body, { headers: { date: new Date(now + UPSTREAM_AHEAD).toUTCString() } });
  }

  return {
    answer,
    requests,
    refused: () => refused,
    /** A change gets its timestamp when its transaction begins and becomes visible when it is committed. */
    change: (id: string, lateBy: number) => {
      changes.push({ id, committedAt: clock(), updatedAt: clock() + UPSTREAM_AHEAD - lateBy });
    },
  };
}

async function simulate(options: { bookingsPerMinute: number; lookupsPerMinute: number }) {
  const schedule = createSchedule();
  const random = randomFrom(20_260_329);
  const practice = createStrictPractice(schedule.clock);
  const gateway = createVendorGateway({
    upstream: upstreamOver((request) => practice.answer(request)),
    keyring: { access: 'shared', key: () => 'fd_shared' },
    clock: schedule.clock,
    random,
    sleep: async () => undefined,
  });
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await gateway.request(`http://127.0.0.1:4100${path}`, init);
    return {
      status: response.status,
      clock: Number(response.headers.get(deskHeaders.clock)),
      body: await response.text(),
    };
  };
  const search = (day: number) =>
    request('/api/v1/appointments/search', { method: 'POST', body: JSON.stringify({ companyId: 'c', day }) });

  const changedAt = new Map<string, number>();
  const delays: number[] = [];
  const bookings: number[] = [];
  /** Requests that the gateway refused because the budget was exhausted. */
  const deferred = { polls: 0, lookups: 0 };

  function board(number: number): void {
    // Half of the calendars show today, the others each show a different day.
    const day = number % 2 === 0 ? 0 : number;
    const ownClock = () => schedule.clock() + Math.round(Math.sin(number) * 10 * MINUTE);
    let offset = 0;
    let completeTick = 0;
    const received = new Set<string>();
    const practiceNow = () => ownClock() + offset;
    const updateClock = (reported: number) => {
      offset = reported - ownClock();
    };

    async function poll(): Promise<void> {
      const clock = practiceNow();
      const updatedSince = updatedSinceAt({ clock, completeTick });
      const query = `companyId=c&updatedSince=${updatedSince}&limit=500&direction=asc`;
      const response = await request(`/api/v1/appointments?${query}`, { headers: { [deskHeaders.purpose]: 'poll' } });
      updateClock(response.clock);
      if (response.status === 200) {
        completeTick = tickAt(clock);
        for (const { id } of changesSchema.parse(JSON.parse(response.body)).data) {
          const at = changedAt.get(id);
          if (at !== undefined && !received.has(id)) delays.push(schedule.clock() - at);
          received.add(id);
        }
      } else deferred.polls += 1;
      schedule.in(msToNextPoll(practiceNow(), random()), poll);
    }
    async function refetch(): Promise<void> {
      if ((await search(day)).status !== 200) deferred.lookups += 1;
      schedule.in(msToNextRefetch({ clock: practiceNow(), view: `c ${day}` }), refetch);
    }
    // The desks open within the first half minute of the morning.
    schedule.in(random() * 30_000, async () => {
      for (const path of ['companies', 'enums', 'employees', 'appointment-types'])
        updateClock((await request(`/api/v1/${path}`)).clock);
      completeTick = tickAt(practiceNow());
      await search(day);
      schedule.in(msToNextPoll(practiceNow(), random()), poll);
      schedule.in(msToNextRefetch({ clock: practiceNow(), view: `c ${day}` }), refetch);
    });
  }

  for (let number = 0; number < BOARDS; number += 1) board(number);
  const end = STARTED + MINUTES * MINUTE;
  // A change every few seconds, each committed up to 20 s after its timestamp.
  let change = 0;
  const changing = async () => {
    change += 1;
    changedAt.set(`change-${change}`, schedule.clock());
    practice.change(`change-${change}`, random() * 20_000);
    if (schedule.clock() < end - 15_000) schedule.in(random() * 6_000, changing);
  };
  schedule.in(45_000, changing);
  const every = (perMinute: number, act: () => Promise<void>) => {
    const again = async () => {
      schedule.in((random() * 2 * MINUTE) / perMinute, again);
      await act();
    };
    if (perMinute > 0) schedule.in(MINUTE, again);
  };
  every(options.bookingsPerMinute, async () => {
    bookings.push((await request('/api/v1/appointments', { method: 'POST', body: '{"companyId":"c"}' })).status);
  });
  every(options.lookupsPerMinute, async () => {
    if ((await request(`/api/v1/pets?companyId=c&query=${random()}`)).status !== 200) deferred.lookups += 1;
  });
  await schedule.runUntil(end);

  const perMinute = Array.from({ length: MINUTES }, (_, minute) => {
    const from = STARTED + minute * MINUTE;
    return practice.requests.filter(({ at }) => at >= from && at < from + MINUTE).length;
  });
  return { perMinute, delays, changes: change, bookings, deferred, refused: practice.refused() };
}

describe(`fifty calendars on one key, ${MINUTES} minutes`, () => {
  it('are all live within 10 s with at most 30 upstream requests per minute', async () => {
    const day = await simulate({ bookingsPerMinute: 0, lookupsPerMinute: 0 });
    // The first minute also opens fifty calendars on 26 different days.
    expect(Math.max(...day.perMinute.slice(1))).toBeLessThanOrEqual(30);
    expect(day.perMinute[0]).toBeLessThanOrEqual(65);
    expect(day.delays).toHaveLength(day.changes * BOARDS);
    expect(Math.max(...day.delays)).toBeLessThanOrEqual(
      livePolling.everyMs + livePolling.settleMs + livePolling.spreadMs,
    );
    expect(day.refused).toBe(0);
    expect(day.deferred).toEqual({ polls: 0, lookups: 0 });
  });

  it('lose no booking while lookups exhaust the budget', async () => {
    const day = await simulate({ bookingsPerMinute: 10, lookupsPerMinute: 200 });
    expect(day.bookings.length).toBeGreaterThan(6 * (MINUTES - 1));
    expect(new Set(day.bookings)).toEqual(new Set([200]));
    expect(day.refused).toBe(0);
    expect(day.deferred.lookups).toBeGreaterThan(50 * MINUTES);
    expect(Math.max(...day.perMinute)).toBeLessThanOrEqual(100);
  });
});
