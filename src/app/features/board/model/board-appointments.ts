import type { NowFilter } from '#app/addresses/board-search.ts';

import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type Arrival, findArrival } from '#scheduling/arrival.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';
import { petDiedBefore } from '#scheduling/visit.ts';
import { columnIds } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import type { BoardModel } from './board-model.ts';

/** An appointment on the board, with the day of its store on which it is shown. */
export interface BoardAppointment {
  item: BoardItem;
  day: StoreDay;
}

/**
 * Pairs an item with its day: in a week the day of its column, otherwise the only day of its store. Null if that store
 * is not shown.
 */
export function findBoardAppointment({ days }: Pick<BoardModel, 'days'>, item: BoardItem): BoardAppointment | null {
  const ofStore = days.filter(({ store }) => store.id === (item.appointment.storeId ?? ''));
  const day = ofStore.find(({ clock }) => columnIds.day(clock.date) === item.columnId) ?? ofStore[0];
  return day ? { item, day } : null;
}

/** All appointments of a board, each with its day. */
export function listBoardAppointments(board: Pick<BoardModel, 'items' | 'days'>): BoardAppointment[] {
  return board.items.flatMap((item) => findBoardAppointment(board, item) ?? []);
}

/**
 * The appointments whose patients are late or waiting, or which run over, depending on `kind`; longest first. A pet that
 * died is not late.
 */
function listVisitsByArrival(visits: readonly BoardAppointment[], now: number, kind: Arrival['kind']) {
  return visits
    .flatMap((visit) => {
      const { appointment, hasDied } = visit.item;
      const arrival = petDiedBefore(appointment, { hasDied }) ? null : findArrival(appointment, now, visit.day.zone);
      return arrival?.kind === kind ? [{ visit, since: arrival.since }] : [];
    })
    .sort((a, b) => a.since - b.since);
}

/** The appointments of waiting patients, each with the start of the wait, longest first. */
export const listWaitingVisits = (visits: readonly BoardAppointment[], now: number) =>
  listVisitsByArrival(visits, now, 'waiting');

/** The appointments of late patients, each with the time when the patient was expected, longest first. */
export const listLateVisits = (visits: readonly BoardAppointment[], now: number) =>
  listVisitsByArrival(visits, now, 'late');

/**
 * The appointment of the patient who most likely comes next: the first expected one whose time is not over, otherwise
 * the last one whose patient did not come. Null if no patient is expected.
 */
export function findNextPatient(items: readonly BoardItem[], now: number): ReceivedAppointment | null {
  const expected = items
    .filter(({ stay, appointment }) => stay === null && stageOf(appointment) === 'expected')
    .map(({ appointment }) => appointment)
    .sort((a, b) => instantOf(a.start) - instantOf(b.start) || (a.id < b.id ? -1 : 1));
  return expected.find(({ end }) => instantOf(end) > now) ?? expected.at(-1) ?? null;
}

/** The notes of an appointment that are not empty, as typed. */
export function listNotes({ notes, bookingNotes, clientNotes }: ReceivedAppointment): string[] {
  return [notes, bookingNotes, clientNotes].flatMap((text) => (text === null || text.trim() === '' ? [] : [text]));
}

/**
 * The appointments that need attention now, by reason. `since` is the instant at which the delay or the wait began; the
 * longest comes first.
 */
export type AppointmentsNeedingAttention = Readonly<
  Record<NowFilter, readonly { visit: BoardAppointment; since: number }[]>
>;

/** Finds the appointments on today's board that need attention now, according to the clock of each store. */
export function appointmentsNeedingAttention(
  visits: readonly BoardAppointment[],
  now: number,
): AppointmentsNeedingAttention {
  return {
    late: listLateVisits(visits, now),
    waiting: listWaitingVisits(visits, now),
    over: listVisitsByArrival(visits, now, 'over'),
  };
}
