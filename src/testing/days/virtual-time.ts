import { AsyncLocalStorage } from 'node:async_hooks';
import { environmentManager } from '@tanstack/react-query';
import { afterAll, beforeAll } from 'vitest';
import { createRandom, type Random } from '#service/demo/random.ts';

/**
 * A computer in virtual time. Code that runs there sees the computer's own clock, randomness, screen and network;
 * running it takes no time.
 */
export interface Computer {
  readonly name: string;
  /** How far its clock is ahead of the true time, in milliseconds. */
  readonly aheadMs: number;
  readonly random: Random;
  /** Timers of an earlier page never fire. */
  page: number;
  isAsleep: boolean;
  isOnline: boolean;
  window: EventTarget;
  document: EventTarget & { visibilityState: 'visible' | 'hidden' };
  locks: ReturnType<typeof createLocks>;
}

/** The Web Locks of a page, which end with it. */
function createLocks() {
  const turns = new Map<string, Promise<unknown>>();
  return {
    request<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
      const turn = (turns.get(name) ?? Promise.resolve()).then(run, run);
      turns.set(name, turn);
      return turn;
    },
  };
}

/** The state of a new page. */
function freshPage() {
  return {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const, querySelector: () => null }),
    locks: createLocks(),
  };
}

interface Due {
  at: number;
  number: number;
  run: () => unknown;
}

type Timer = { on: Computer; page: number; cancelled: boolean; run: () => void };

export type VirtualTime = ReturnType<typeof createVirtualTime>;

const computers = new AsyncLocalStorage<{ computer: Computer; page: number; time: VirtualTime }>();

/**
 * One clock and one source of randomness for all computers of a simulation, so that the same seed always gives the same
 * run. Everything that happens is an event that runs alone: its effects are complete before the next one, and the clock
 * jumps from event to event.
 */
export function createVirtualTime({ seed, start }: { seed: string; start: number }) {
  let now = start;
  let numbers = 0;
  /** The next event is last. */
  const queue: Due[] = [];
  const overdue = new Map<Computer, Timer[]>();
  const trace: string[] = [];

  function at(afterMs: number, run: () => unknown): void {
    numbers += 1;
    const due: Due = { at: now + Math.max(0, afterMs), number: numbers, run };
    let low = 0;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = queue[middle];
      if (other !== undefined && other.at > due.at) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, due);
  }

  function fire(timer: Timer): void {
    if (timer.cancelled || timer.page !== timer.on.page) return;
    if (timer.on.isAsleep) overdue.set(timer.on, [...(overdue.get(timer.on) ?? []), timer]);
    else timer.run();
  }

  const time = {
    now: () => now,
    random: createRandom(seed),
    /** The events so far, one line each. */
    trace,
    note: (text: string) => void trace.push(`${((now - start) / 1000).toFixed(3)} ${text}`),
    /** Schedules an event; its result is awaited before the next event. */
    at,
    computer(name: string, aheadMs = 0): Computer {
      return {
        name,
        aheadMs,
        random: createRandom(seed, name),
        page: 0,
        isAsleep: false,
        isOnline: true,
        ...freshPage(),
      };
    },
    /** Replaces the page of a computer with a new one; timers and listeners of the old one are gone. */
    reload(computer: Computer): void {
      computer.page += 1;
      Object.assign(computer, freshPage());
    },
    /** Runs code on a computer, including everything that follows from it. */
    on<Result>(computer: Computer, run: () => Result): Result {
      return computers.run({ computer, page: computer.page, time }, run);
    },
    /** A timer of the computer's current page; the returned function cancels it. */
    timer(on: Computer, ms: number, run: () => void): () => void {
      const timer: Timer = { on, page: on.page, cancelled: false, run: () => time.on(on, run) };
      at(ms, () => fire(timer));
      return () => {
        timer.cancelled = true;
      };
    },
    /** Wakes a computer up: overdue timers fire now. */
    wake(computer: Computer): void {
      computer.isAsleep = false;
      const due = overdue.get(computer) ?? [];
      overdue.delete(computer);
      for (const timer of due) at(0, () => fire(timer));
    },
    /** Lets time pass until `end`, or until no events are left. */
    async passUntil(end: number): Promise<void> {
      for (let due = queue.at(-1); due !== undefined && due.at <= end; due = queue.at(-1)) {
        queue.pop();
        now = due.at;
        await due.run();
        await settled();
      }
      now = Math.max(now, end);
    },
  };
  return time;
}

const system = { setImmediate: globalThis.setImmediate };

/** Resolves when every promise that can settle has settled. */
const settled = () => new Promise<void>((resolve) => void system.setImmediate(resolve));

/** Lets the tests of a file run in virtual time. */
export function virtualizeTests(): void {
  let restore = () => {};
  beforeAll(() => {
    restore = virtualizeGlobals();
  });
  afterAll(() => restore());
}

/** Runs code outside of virtual time, as the real database does. */
export const inRealTime = <Result>(run: () => Result): Result => computers.exit(run);

/**
 * Gives code on a simulated computer the computer's clock, timers, randomness, `window`, `document` and `navigator`;
 * all other code keeps those of the system. TanStack Query then assumes that it runs in a browser. The returned
 * function restores the system's.
 */
function virtualizeGlobals(): () => void {
  const here = () => computers.getStore();
  const { Date: SystemDate, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const random = Math.random;
  const timeout = AbortSignal.timeout;
  const clock = () => {
    const at = here();
    return at === undefined ? SystemDate.now() : Math.floor(at.time.now() + at.computer.aheadMs);
  };
  /** The function that cancels each virtual timer. */
  const cancels = new WeakMap<object, () => void>();

  function startTimer(run: () => void, ms: number, again: boolean): object | undefined {
    const at = here();
    if (at === undefined) return undefined;
    const handle = {};
    const begin = () =>
      cancels.set(
        handle,
        at.time.timer(at.computer, ms, () => {
          if (again) begin();
          run();
        }),
      );
    // Code that continues on a page that has been left has no effects.
    if (at.page === at.computer.page) begin();
    return handle;
  }
  const stopTimer = (handle: unknown, usual: (handle: never) => void) => {
    const cancel = typeof handle === 'object' && handle !== null ? cancels.get(handle) : undefined;
    if (cancel) cancel();
    else usual(handle as never);
  };

  class VirtualDate extends SystemDate {
    constructor(...given: [] | ConstructorParameters<typeof SystemDate>) {
      if (given.length === 0) super(clock());
      else super(...(given as [number]));
    }
    static override now = clock;
  }
  const replaced = {
    Date: VirtualDate,
    setTimeout: (run: () => void, ms = 0, ...rest: []) => startTimer(run, ms, false) ?? setTimeout(run, ms, ...rest),
    setInterval: (run: () => void, ms = 0, ...rest: []) => startTimer(run, ms, true) ?? setInterval(run, ms, ...rest),
    clearTimeout: (handle: unknown) => stopTimer(handle, clearTimeout),
    clearInterval: (handle: unknown) => stopTimer(handle, clearInterval),
  };
  Object.assign(globalThis, replaced);
  environmentManager.setIsServer(() => false);
  Math.random = () => here()?.computer.random.fraction() ?? random();
  AbortSignal.timeout = (ms) => {
    const at = here();
    if (at === undefined) return timeout.call(AbortSignal, ms);
    const over = new AbortController();
    startTimer(() => over.abort(new DOMException('The time is over.', 'TimeoutError')), ms, false);
    return over.signal;
  };
  const getters = {
    window: () => here()?.computer.window,
    document: () => here()?.computer.document,
    navigator: () => {
      const at = here();
      const { isOnline: onLine, locks } = at?.computer ?? { isOnline: true, locks: undefined };
      return at && { onLine, locks, language: 'en', languages: ['en'] };
    },
  };
  const before = Object.keys(getters).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, own] of Object.entries(getters)) {
    const usual = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => own() ?? usual?.get?.call(globalThis) ?? usual?.value,
    });
  }
  return () => {
    environmentManager.setIsServer(() => true);
    Object.assign(globalThis, { Date: SystemDate, setTimeout, clearTimeout, setInterval, clearInterval });
    Math.random = random;
    AbortSignal.timeout = timeout;
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
