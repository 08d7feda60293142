import type { AnswerLimits } from '#gateway/upstream/answer.ts';
import { announcedLimits } from './announced-limits.ts';

/** What a request may cost others: a create goes first, polling last. */
export type Priority = 'create' | 'lookup' | 'poll';

/** The document's limit (section 8): 100 requests per minute per key. */
export const defaultLimit = { requests: 100, windowMs: 60_000 } as const;

/** Which part of the limit each priority leaves to those before it. */
const RESERVES: Record<Priority, number> = { create: 0, lookup: 0.15, poll: 0.35 };

/** Pauses after a 429 that does not say how long, one after the other until an answer of another kind comes. */
const UNTOLD_PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;

/** Announced in whole seconds, the end of one and the same window moves by up to a second either way. */
const SAME_WINDOW_MS = 2_000;

/** How a granted request ended: with an answer, without one, or without having been sent. */
export type Outcome = { readonly status: number; readonly limits: AnswerLimits } | 'lost' | 'not-sent';

export type Grant =
  | {
      readonly granted: true;
      /** To be called once, when it is over. */
      settle(outcome: Outcome): void;
    }
  | { readonly granted: false; readonly retryAfterMs: number };

/**
 * Counts the requests of one key as the practice API counts them, and grants each while its priority leaves the others
 * their share. Times are in the milliseconds of `clock`.
 *
 * The practice API's window opens with a request of its own choosing. Where its answers announce what remains, that is
 * believed. Where they do not, at most `requests` are sent in any `windowMs`, each counted from when it was sent until
 * a window after its answer came: then no window exceeds the limit, whenever it opened.
 */
export function createRequestBudget(options: { clock: () => number; requests?: number; windowMs?: number }) {
  const { clock, requests = defaultLimit.requests, windowMs = defaultLimit.windowMs } = options;
  /** When each answered request stops counting, ascending. */
  const releases: number[] = [];
  let inFlight = 0;
  /** What remains of the window that ends at `until`; `assumed` while no answer of that window has confirmed it. */
  let announced: { remaining: number; until: number; assumed: boolean } | null = null;
  let pausedUntil = 0;
  let untoldPauses = 0;
  let latest = 0;

  const reserveOf = (priority: Priority) => Math.round(RESERVES[priority] * requests);

  function time(): number {
    const now = clock();
    // The system clock was set back: what was reckoned with it would otherwise wait until it is made up for.
    if (now < latest - windowMs) {
      releases.length = 0;
      announced = null;
      pausedUntil = now;
    }
    latest = now;
    return now;
  }

  function available(now: number): number {
    while ((releases[0] ?? Number.POSITIVE_INFINITY) <= now) releases.shift();
    if (announced !== null && announced.until <= now) {
      const next = { remaining: requests - inFlight, until: now + windowMs, assumed: true };
      announced = announced.assumed ? null : next;
    }
    return announced === null ? requests - inFlight - releases.length : announced.remaining;
  }

  function waitFor(priority: Priority, now: number): number {
    const needed = reserveOf(priority) + 1 - available(now);
    const ends = announced === null ? (releases[needed - 1] ?? now + windowMs) : announced.until;
    return Math.min(Math.max(ends - now, 1_000), windowMs);
  }

  function settle(outcome: Outcome): void {
    const now = time();
    inFlight -= 1;
    if (outcome === 'not-sent') {
      if (announced !== null) announced.remaining += 1;
      return;
    }
    releases.push(now + windowMs);
    if (outcome === 'lost') return;
    const told = announcedLimits(outcome.limits, now);
    if (told.remaining !== null) believe(Math.max(0, told.remaining - inFlight), now + (told.resetMs ?? windowMs), now);
    if (outcome.status !== 429) {
      untoldPauses = 0;
      return;
    }
    const pause = told.retryAfterMs ?? told.resetMs;
    // Sent before the pause began, it says nothing about how long the pause should be.
    if (pause === null && now < pausedUntil) return;
    const untold = UNTOLD_PAUSES_MS[Math.min(untoldPauses, UNTOLD_PAUSES_MS.length - 1)] ?? windowMs;
    if (pause === null) untoldPauses += 1;
    pausedUntil = Math.max(pausedUntil, now + Math.max(pause ?? untold, 1_000));
  }

  function believe(remaining: number, until: number, now: number): void {
    const current = announced !== null && announced.until > now ? announced : null;
    if (current === null) {
      announced = { remaining, until, assumed: false };
    } else if (current.assumed || Math.abs(current.until - until) < SAME_WINDOW_MS) {
      announced = { remaining: Math.min(current.remaining, remaining), until, assumed: false };
    } else if (until > current.until) {
      announced = { remaining, until, assumed: false };
    }
  }

  return {
    /** Takes one request of the budget, or says how long this priority has to wait. */
    take(priority: Priority): Grant {
      const now = time();
      if (now < pausedUntil) return { granted: false, retryAfterMs: pausedUntil - now };
      if (available(now) <= reserveOf(priority)) return { granted: false, retryAfterMs: waitFor(priority, now) };
      inFlight += 1;
      if (announced !== null) announced.remaining -= 1;
      return { granted: true, settle };
    },
    /** What is left, and the milliseconds until all of it is back. */
    state(): { limit: number; remaining: number; resetMs: number } {
      const now = time();
      if (now < pausedUntil) return { limit: requests, remaining: 0, resetMs: pausedUntil - now };
      const remaining = Math.min(Math.max(available(now), 0), requests);
      const end = announced === null ? (releases.at(-1) ?? now) : announced.until;
      return { limit: requests, remaining, resetMs: Math.max(end - now, 0) };
    },
    /** Whether nothing is counted any more, so that it may be forgotten. */
    idle(): boolean {
      const now = time();
      return inFlight === 0 && now >= pausedUntil && releases.every((release) => release <= now);
    },
  };
}

export type RequestBudget = ReturnType<typeof createRequestBudget>;
