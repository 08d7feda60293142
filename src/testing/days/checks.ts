import type { ListContent } from '#app/api/appointment-records.ts';
import { type AppointmentDay, listMembership } from '#app/api/appointment-store.ts';
import type { Appointment } from '#contract/appointment.ts';
import { instantOf } from '#contract/date-time.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { boardOf, type Desk } from './desk.ts';
import type { Commit } from './network.ts';
import type { Notices } from './people.ts';

/**
 * How much older than it claims a calendar may be: as long as the gateway shares a response, plus the time of that
 * response to the gateway.
 */
const TOLERANCE_MS = 2500;

const received = (record: Appointment): ReceivedAppointment => receivedAppointmentSchema.parse(record);

type Named = (id: string) => string;

/** Whether a calendar claims to be live as of a later time. */
export function claimsLiveAsOf(desk: Desk, at: number): boolean {
  const { foot, asOf } = desk.read();
  return foot === 'live' && asOf !== null && asOf - desk.computer.aheadMs - TOLERANCE_MS > at;
}

/** The appointments that a calendar lacks although it claims to be live. */
export function checkLive(desk: Desk, commits: readonly Commit[], now: number, named: Named): string[] {
  const { day, content, foot, asOf } = desk.read();
  if (foot !== 'live' || content === null || asOf === null) return [];
  const belongs = listMembership(day);
  const { name, aheadMs } = desk.computer;
  const until = Math.min(asOf - aheadMs, now) - TOLERANCE_MS;
  const shown = new Map(content.appointments.map((record) => [record.id, record]));
  const latest = new Map<string, Commit>();
  for (const commit of commits) if (commit.at < until) latest.set(commit.record.id, commit);
  return [...latest.values()].flatMap(({ record, at }) => {
    const displayed = shown.get(record.id);
    const isNew = displayed !== undefined && instantOf(displayed.updatedAt ?? '') >= instantOf(record.updatedAt);
    // It was displayed, and has been moved to another day or store since.
    const later = commits.filter((other) => other.record.id === record.id && other.at >= at);
    const isAway = displayed === undefined && later.some((other) => !belongs(received(other.record)));
    if (isNew || isAway) return [];
    const age = Math.round(until + TOLERANCE_MS - at);
    return [
      `${name} says that it is live as of ${age} ms after ${named(record.id)} was changed, and does not show that.`,
    ];
  });
}

/** The differences between a desk's calendars and the practice system. */
export function checkBoards(desk: Desk, stored: readonly Appointment[], named: Named): string[] {
  const { name } = desk.computer;
  const page = desk.page();
  const truth = stored.map(received);
  const wrong: string[] = [];
  const { foot, content } = desk.read();
  if (foot !== 'live') wrong.push(`${name} is ${foot} although everything works.`);
  for (const { day, content: loaded } of page.loadedDays()) wrong.push(...differences(name, day, loaded, truth, named));
  if (content === null) return wrong;
  const complete = { appointments: truth, unresolvedIds: [], isComplete: true, missing: null };
  const drawn = (from: ListContent) =>
    JSON.stringify(boardOf(desk.directory, desk.shown(), from).items.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  if (drawn(content) !== drawn(complete)) wrong.push(`${name} draws something else than the practice system has.`);
  return wrong;
}

function differences(
  name: string,
  day: AppointmentDay,
  { appointments, isComplete }: ListContent,
  truth: readonly ReceivedAppointment[],
  named: Named,
): string[] {
  const expected = new Map(truth.filter(listMembership(day)).map((record) => [record.id, record]));
  const where = `${name}, ${day.from.slice(0, 10)}:`;
  const shown = new Set(appointments.map(({ id }) => id));
  const wrong: string[] = [];
  for (const record of appointments) {
    const now = expected.get(record.id);
    if (now === undefined) wrong.push(`${where} ${named(record.id)} is shown and not there.`);
    else if (JSON.stringify(now) !== JSON.stringify(record)) wrong.push(`${where} ${named(record.id)} is out of date.`);
  }
  if (isComplete) for (const id of expected.keys()) if (!shown.has(id)) wrong.push(`${where} ${named(id)} is missing.`);
  return wrong;
}

/** The wrong notices that people were shown. */
export function checkNotices(
  { bookings, changes }: Notices,
  commits: readonly Commit[],
  stored: readonly Appointment[],
): string[] {
  const wrong: string[] = [];
  for (const { notes, outcomes } of bookings.values()) {
    const createdIds = new Set(
      commits.filter(({ body }) => body.includes(`"${notes}"`)).map(({ record }) => record.id),
    );
    if (createdIds.size > 1) wrong.push(`${notes} was booked ${createdIds.size} times.`);
    const booked = outcomes.find(({ kind }) => kind === 'booked');
    const last = outcomes.at(-1)?.kind;
    if (booked?.kind === 'booked' && !stored.some(({ id }) => id === booked.id))
      wrong.push(`${notes} was told as booked and is not there.`);
    if (createdIds.size > 0 && (last === 'refused' || last === 'absent' || last === 'offline' || last === 'conflict'))
      wrong.push(`${notes} was told as not booked (${last}) and is there.`);
  }
  for (const { desk, command } of changes) {
    const { state, answer, task, number, group } = command;
    const { base } = task;
    const versions = commits.filter(({ record }) => record.id === base.id);
    if (state === 'saved') {
      const isThere = versions.some((version) => version.record.updatedAt === answer?.updatedAt);
      if (!isThere && answer?.updatedAt !== base.updatedAt)
        wrong.push(`${desk} was told of a change that was never saved.`);
    }
    // A command that failed together with another one was not sent.
    if (state === 'refused' && number === group) {
      const wasApplied = versions.some(
        ({ body }) => body.includes(`"${base.updatedAt}"`) && matchesChanges(body, task.changes),
      );
      if (wasApplied) wrong.push(`${desk} was notified that a change is not saved, but it is.`);
    }
  }
  for (const { record, body } of commits) {
    const seen = body === '' ? null : expectedOf(body);
    const isSeen = changes.some(({ command: { task } }) => {
      const { base, changes: requested } = task;
      return base.id === record.id && base.updatedAt === seen && matchesChanges(body, requested);
    });
    if (seen !== null && !isSeen) wrong.push(`${record.id} was changed by ${body}, a version that no one had seen.`);
  }
  return wrong;
}

/** The version that a change expects; null for a booking, and for moving it to a room. */
function expectedOf(body: string): string | null {
  const { expectedUpdatedAt, companyId: _, ...changes } = JSON.parse(body);
  return typeof expectedUpdatedAt !== 'string' || Object.keys(changes).join() === 'roomId' ? null : expectedUpdatedAt;
}

/** Whether a request was for these changes. */
function matchesChanges(body: string, changes: object): boolean {
  if (body === '') return false;
  const { companyId: _, expectedUpdatedAt: __, ...requestedChanges } = JSON.parse(body);
  return JSON.stringify(requestedChanges) === JSON.stringify(changes);
}
