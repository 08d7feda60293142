import { type BoardAppointment, listBoardAppointments } from '#app/features/board/model/board-appointments.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { type Interval, includes } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { hasEnded, isDimmed, isStay, recordedTime, waitingSince } from '#scheduling/visit.ts';

export interface AgendaRow extends BoardAppointment {
  time: Interval;
}

/** The appointments of a day as a list by time. Every appointment is in exactly one of the three groups. */
export interface Agenda {
  /** Stays that have begun, sorted by their end. They are a group of their own, since they need no attention now. */
  stays: AgendaRow[];
  /** Appointments that are over, sorted by time; empty on any day other than today. */
  earlier: AgendaRow[];
  /** All other appointments, sorted by time. */
  coming: AgendaRow[];
}

function byTime(one: AgendaRow, other: AgendaRow): number {
  return (
    one.time.start - other.time.start ||
    one.time.end - other.time.end ||
    (one.item.key < other.item.key ? -1 : one.item.key > other.item.key ? 1 : 0)
  );
}

/**
 * Whether an appointment is over: it has ended, its time passed without a check-in, or it was cancelled and its start
 * has passed. If the patient is here, it is not over, however late it is.
 */
function isOver({ item, time }: AgendaRow, now: number): boolean {
  const { appointment } = item;
  if (hasEnded(appointment)) return true;
  if (isDimmed(appointment)) return time.start <= now;
  return !isPatientHere(appointment) && Math.max(time.start, time.end) <= now;
}

function isPatientHere(appointment: ReceivedAppointment): boolean {
  return stageOf(appointment) === 'in-care' || waitingSince(appointment) !== null;
}

/** Whether an appointment is a stay that began on an earlier day, or earlier today if the pet is here. */
function isStaying({ item, time, day }: AgendaRow, now: number): boolean {
  if (!isStay(time, day.clock)) return false;
  return time.start < day.clock.start || (time.start <= now && isPatientHere(item.appointment));
}

/**
 * Groups the appointments of a day for the list.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function buildAgenda(board: Pick<BoardModel, 'items' | 'days'>, now: number): Agenda {
  const agenda: Agenda = { stays: [], earlier: [], coming: [] };
  for (const visit of listBoardAppointments(board)) {
    const row = { ...visit, time: recordedTime(visit.item.appointment) };
    if (includes(visit.day.clock, now) && isOver(row, now)) agenda.earlier.push(row);
    else if (isStaying(row, now)) agenda.stays.push(row);
    else agenda.coming.push(row);
  }
  agenda.stays.sort((a, b) => a.time.end - b.time.end || byTime(a, b));
  agenda.earlier.sort(byTime);
  agenda.coming.sort(byTime);
  return agenda;
}
