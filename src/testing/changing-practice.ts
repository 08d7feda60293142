import { ApiError } from '#app/api/api-error.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { createOutbox } from '#app/changes/outbox/outbox.ts';
import type { SendingPorts } from '#app/changes/outbox/send-until-answered.ts';
import {
  type AppointmentCommand,
  type Changes,
  type ChangesPorts,
  createChanges,
  openConflicts,
} from '#app/features/change/changes.ts';
import { isAppliedTo } from '#app/features/change/field-changes.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import type { RequestOutcome } from './outcomes.ts';

/** The time of the changes. */
export const NOW = '2026-06-02T09:00:00.000Z';

/** An appointment in the model. */
export function appointment(id: string, more: Partial<ReceivedAppointment> = {}): ReceivedAppointment {
  return {
    ...receivedAppointmentSchema.parse({
      id,
      status: 'confirmed',
      start: '2026-06-02T09:00:00.000Z',
      end: '2026-06-02T09:30:00.000Z',
      updatedAt: '2026-06-01T00:00:00.000123Z',
    }),
    ...more,
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** A practice system with a few appointments, whose responses a test can lose. */
export function createChangingPractice(ids: readonly string[]) {
  const records = new Map(ids.map((id) => [id, appointment(id)]));
  let version = 0;
  const outcomes: RequestOutcome[] = [];
  /** The appointments that a colleague changed last. */
  const othersLast = new Set<string>();
  const sent: { id: string; expectedUpdatedAt: string; changes: FieldChanges }[] = [];

  function write(id: string, changes: FieldChanges): ReceivedAppointment {
    version += 1;
    const before = records.get(id) ?? appointment(id);
    const next = {
      ...applyChange(before, changes, NOW),
      updatedAt: `2026-06-02T00:00:00.${String(version).padStart(6, '0')}Z`,
    };
    records.set(id, next);
    return next;
  }

  async function send(request: (typeof sent)[number], signal: AbortSignal): Promise<ReceivedAppointment> {
    sent.push(request);
    const outcome = outcomes.shift() ?? 'answered';
    if (outcome === 'silent') return aborted(signal);
    if (outcome === 'made-and-silent') {
      await answer(request, 'answered').catch(() => null);
      return aborted(signal);
    }
    if (outcome === 'made-and-unreadable') await answer(request, 'answered');
    if (outcome === 'unreadable' || outcome === 'made-and-unreadable')
      throw new ApiError({ kind: 'invalid', status: 200 });
    return answer(request, outcome);
  }

  async function answer(request: (typeof sent)[number], outcome: RequestOutcome): Promise<ReceivedAppointment> {
    const record = records.get(request.id) ?? appointment(request.id);
    if (outcome === 'lost') throw new ApiError({ kind: 'network', status: null });
    if (outcome === 'refused') throw new ApiError({ kind: 'http', status: 403 });
    if (isAppliedTo(request.changes, record)) {
      if (outcome === 'made-and-lost') throw new ApiError({ kind: 'network', status: null });
      return record;
    }
    if (request.expectedUpdatedAt !== record.updatedAt) {
      throw new ApiError({
        kind: 'http',
        status: 409,
        messageKey: 'changed_meanwhile',
        body: { data: { current: record } },
      });
    }
    const changed = write(request.id, request.changes);
    othersLast.delete(request.id);
    if (outcome === 'made-and-lost') throw new ApiError({ kind: 'network', status: null });
    return changed;
  }

  function byColleague(id: string, changes: FieldChanges): void {
    othersLast.add(id);
    write(id, changes);
  }

  /** Whether each read is answered; true by default. */
  const readings: boolean[] = [];

  async function read(id: string, signal: AbortSignal): Promise<ReceivedAppointment> {
    return readings.shift() === false ? aborted(signal) : (records.get(id) ?? appointment(id));
  }

  return { records, outcomes, readings, sent, othersLast, byColleague, write, send, read };
}

/** A desk that changes the appointments `a` and `b`, or others, of a {@link createChangingPractice}. */
export function createChangingDesk(ids: readonly string[] = ['a', 'b']) {
  const model = createChangingPractice(ids);
  /** Each command after each change of its state, except to waiting. */
  const history: AppointmentCommand[] = [];
  /** The records of the calendar without pending changes. */
  const cached = new Map(model.records);
  /** The records that the calendar received as current; null if it must reload. */
  const given: (ReceivedAppointment | null)[] = [];
  /** Appointments whose booking was undone. */
  const removed: string[] = [];

  function start({ sleep, pause, ...more }: Partial<ChangesPorts & SendingPorts> = {}): Changes {
    const outbox = createOutbox({
      sleep: sleep ?? (() => new Promise(() => undefined)),
      pause: pause ?? (() => Promise.resolve()),
    });
    const changes = createChanges(outbox, {
      send: model.send,
      remove: null,
      read: model.read,
      clock: () => Date.parse(NOW),
      // Possibly outdated records are reloaded.
      onRecord(record) {
        given.push(record);
        for (const one of record ? [record] : model.records.values()) cached.set(one.id, one);
      },
      onRemoved: (id) => removed.push(id),
      onSaved: () => undefined,
      ...more,
    });
    const states = new Map<number, string>();
    changes.subscribe(() => {
      for (const command of changes.commands()) {
        const { number, state } = command;
        if (states.get(number) !== state && state !== 'waiting' && state !== 'giving-up') history.push(command);
        states.set(number, state);
      }
    });
    return changes;
  }

  return {
    ...{ model, history, cached, given, removed, start },
    states: () => history.map(({ state }) => state),
    seen: (id: string) => cached.get(id) ?? appointment(id),
  };
}

/** Gives up the unconfirmed changes of an appointment. */
export function giveUp(changes: Changes, id: string): void {
  for (const { state, task, group } of changes.commands())
    if (state === 'uncertain' && task.base.id === id) changes.giveUp(group);
}

/** Resolves the first conflict. */
export function resolveFirst(changes: Changes, how: 'theirs' | 'mine') {
  const [conflict] = openConflicts(changes.commands());
  if (conflict) changes.resolve(conflict, how);
}
