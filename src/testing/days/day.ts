import { checkBoards, checkLive, checkNotices, claimsLiveAsOf } from './checks.ts';
import { asBuilt, createDesk, type Desk, type DeskParts } from './desk.ts';
import { createNames, createNetwork, fair, type Weather } from './network.ts';
import { createPeople, type Notices } from './people.ts';
import type { PracticeSystem } from './practice-systems.ts';
import { createVirtualTime } from './virtual-time.ts';

export const firstDate = '2026-06-03';
const dates = [firstDate, '2026-06-04'];
const start = Date.parse(`${firstDate}T13:00:00Z`);

/** The maximum time until every calendar is correct after the work. */
const QUIET_MS = 300_000;
const STEP_MS = 5000;
/** Longer than any message takes. */
const SLOWEST_MS = 15_000;
const DESKS = 10;

export interface DayOptions {
  seed: number;
  system: PracticeSystem;
  /** How long people work, in milliseconds. */
  workMs?: number;
  parts?: Partial<DeskParts>;
}

/** A simulated day on which something went wrong. */
export class WrongDay extends Error {
  constructor({ seed, system, trace }: DayOptions & { trace: readonly string[] }, what: readonly string[]) {
    const last = process.env['DAY'] ? trace : trace.slice(-25);
    super(
      [
        `Day ${seed}: ${what.join('\n')}`,
        `Run it again, with all that happened: DAY=${seed} ${system.command}`,
        ...last,
      ].join('\n'),
    );
  }
}

/**
 * Simulates a day at several desks with faults of every kind between them and the practice system. Then everything works
 * again, and once no message is on its way, every calendar must show what the practice system contains. Throws `WrongDay`;
 * returns the trace.
 */
export async function runDay({ seed, system, workMs = 40_000, parts = {} }: DayOptions): Promise<readonly string[]> {
  const time = createVirtualTime({ seed: `day ${seed}`, start });
  const { random } = time;
  const storms: Weather = {
    lost: random.fraction() * 0.08,
    answerLost: random.fraction() * 0.08,
    slow: random.fraction() * 0.15,
    refused: random.fraction() * 0.06,
    stalled: random.fraction() * 0.02,
    cut: random.fraction() * 0.02,
    untold: random.chance(0.3) ? random.fraction() * 0.2 : 0,
  };
  let weather = storms;
  const names = createNames();
  const network = createNetwork({
    ...{ time, system, names },
    weather: () => weather,
    ...random.pick(system.limits),
    documentOnly: random.chance(0.2),
    hasEvents: random.chance(0.6),
    aheadMs: random.integer(-120_000, 120_000),
  });
  await network.observe();
  const initial = network.commits.length;
  const discovery = network.gateway.start();
  await time.passUntil(start + 60_000);
  await discovery;

  const notices: Notices = { bookings: new Map(), changes: [] };
  const desks: Desk[] = Array.from({ length: DESKS }, (_, number) => {
    const computer = time.computer(`desk ${number + 1}`, random.integer(-40_000, 40_000));
    const desk: Desk = createDesk({
      ...{ time, computer, system, parts: { ...asBuilt, ...parts } },
      ...{ fetchOf: network.fetchOf, openEvents: network.openEvents, leave: network.leave },
      onChange: (command) => people.note(desk, command),
    });
    return desk;
  });
  const people = createPeople({
    ...{ time, system, dates, notices, names },
    disconnect(desk, ms) {
      time.note(`${desk.computer.name}: offline`);
      network.disconnect(desk.computer);
      desk.reportNetwork();
      time.at(ms, () => reconnect(desk));
    },
  });
  function reconnect(desk: Desk): void {
    if (desk.computer.isOnline) return;
    time.note(`${desk.computer.name}: online`);
    desk.computer.isOnline = true;
    desk.reportNetwork();
  }

  const fail = (what: readonly string[]) => {
    if (what.length > 0) throw new WrongDay({ seed, system, trace: time.trace }, what);
  };
  const workEnds = time.now() + workMs;
  for (const desk of desks) {
    desk.show({ date: random.pick(dates), stores: random.pick([[0], [1], [0, 1]]) });
    desk.load();
    const act = () => {
      if (time.now() > workEnds) return;
      time.on(desk.computer, () => people.act(desk));
      time.at(1000 + random.fraction() * 13_000, act);
    };
    time.at(random.fraction() * 15_000, act);
  }

  for (let end = time.now(); time.now() < workEnds; ) {
    end += STEP_MS;
    await time.passUntil(end);
    for (const desk of desks) fail(checkLive(desk, network.commits, time.now(), names.of));
  }

  weather = fair;
  time.note('everything works again');
  for (const desk of desks) {
    if (desk.computer.isAsleep) desk.wake();
    reconnect(desk);
  }
  for (let isOver = false; !isOver; ) {
    if (time.now() > workEnds + QUIET_MS)
      fail([
        `It does not come to rest: ${people.bookings()} bookings, ${desks.map((desk) => desk.read().foot).join()}`,
      ]);
    await time.passUntil(time.now() + STEP_MS);
    for (const desk of desks) time.on(desk.computer, () => people.decide(desk, false));
    for (const desk of desks) fail(checkLive(desk, network.commits, time.now(), names.of));
    const lastAt = network.commits.at(-1)?.at ?? 0;
    // Messages on their way may still be carried out.
    const isQuiet = time.now() - lastAt > SLOWEST_MS && people.bookings() === 0;
    isOver = isQuiet && desks.every((desk) => !people.isBusy(desk) && claimsLiveAsOf(desk, lastAt));
  }
  const records = await system.records();
  fail([
    ...desks.flatMap((desk) => checkBoards(desk, records, names.of)),
    ...checkNotices(notices, network.commits.slice(initial), records),
  ]);
  for (const desk of desks) time.on(desk.computer, () => desk.page().leave());
  return time.trace;
}
