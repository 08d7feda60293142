import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Directory, shortId, visitName } from '#app/api/directory.ts';
import type { StoreDay } from '#app/days/shown-days.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from '#app/text/isolated.ts';
import {
  browserZone,
  clockText,
  durationText,
  intervalEnds,
  intervalText,
  shortZoneText,
  zoneCity,
} from '#app/text/time-text.ts';
import { otherVisitText } from '#app/text/time-warnings.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type Arrival, arrivalOf } from '#scheduling/arrival.ts';
import type { Clash } from '#scheduling/clashes.ts';
import { diedBefore, oddEndOf, recordedTime } from '#scheduling/visit.ts';
import { foldOf } from '#scheduling/wall-clock.ts';
import { columnIds } from './model/board-columns.ts';
import type { BoardItem } from './model/board-items.ts';
import type { BoardModel } from './model/board-model.ts';

/** An appointment on the shown day of its store. */
export interface Visit {
  item: BoardItem;
  day: StoreDay;
}

/** An item with its day: that of its column in a week, otherwise that of its store. */
export function visitOf({ days }: Pick<BoardModel, 'days'>, item: BoardItem): Visit | null {
  const ofStore = days.filter(({ store }) => store.id === (item.appointment.storeId ?? ''));
  const day = ofStore.find(({ clock }) => columnIds.day(clock.date) === item.columnId) ?? ofStore[0];
  return day ? { item, day } : null;
}

/** The appointments of a board. */
export function visitsOf(board: Pick<BoardModel, 'items' | 'days'>): Visit[] {
  return board.items.flatMap((item) => visitOf(board, item) ?? []);
}

/** The appointments whose patients are late or waiting, or which run over, longest first. A pet that died is not late. */
function arrivalsOf(visits: readonly Visit[], now: number, kind: Arrival['kind']) {
  return visits
    .flatMap((visit) => {
      const { appointment, hasDied } = visit.item;
      const arrival = diedBefore(appointment, { hasDied }) ? null : arrivalOf(appointment, now, visit.day.zone);
      return arrival?.kind === kind ? [{ visit, since: arrival.since }] : [];
    })
    .sort((a, b) => a.since - b.since);
}

/** The waiting patients with the start of their wait, longest first. */
export const waitingOf = (visits: readonly Visit[], now: number) => arrivalsOf(visits, now, 'waiting');

/** The late patients with the time when they were expected, longest first. */
export const lateOf = (visits: readonly Visit[], now: number) => arrivalsOf(visits, now, 'late');

/** The appointments that run over with the time when they should have ended, longest first. */
export const overOf = (visits: readonly Visit[], now: number) => arrivalsOf(visits, now, 'over');

/**
 * The patient who most likely comes next: the first expected one whose time is not over, otherwise the latest who did
 * not come.
 */
export function nextPatient(items: readonly BoardItem[], now: number): ReceivedAppointment | null {
  const expected = items
    .filter(({ stay, appointment }) => stay === null && stageOf(appointment) === 'expected')
    .map(({ appointment }) => appointment)
    .sort((a, b) => instantOf(a.start) - instantOf(b.start) || (a.id < b.id ? -1 : 1));
  return expected.find(({ end }) => instantOf(end) > now) ?? expected.at(-1) ?? null;
}

/** Shown if no one is waiting. */
export const noOneWaiting = () => t`No one is waiting.`;
/** Shown while part of the day is not loaded. */
export const maybeMoreWaiting = () => t`Others may be waiting: part of this day is not loaded.`;

/** The time since an instant in whole minutes; empty during the first. */
export function agoText(since: number, now: number): string {
  const minutes = Math.floor((now - since) / 60_000);
  return minutes < 1 ? '' : durationText(minutes);
}

/**
 * Names what an appointment clashes with: `clash with Bear`; empty if it has no clash. Another appointment of the same
 * pet is identified by its time.
 *
 * @param zone the store's zone
 */
export function clashNote(clashes: readonly Clash[], { pets }: Pick<Directory, 'pets'>, zone: string): string {
  const [name = '', second] = clashes.slice(0, 2).map(({ reason, other }) => {
    const visit = isolated(visitName(other, pets)) || isolated(shortId(other.id));
    return reason === 'pet' ? otherVisitText(clockText(zone, instantOf(other.start)), visit, '') : visit;
  });
  if (name === '') return '';
  const more = clashes.length - 1;
  if (second === undefined) return t({ message: `clash with ${name}`, comment: 'two visits at the same time' });
  const count = more.toLocaleString(shownLocale);
  return t({
    message: `clash with ${name} +${count}`,
    comment: 'visits at the same time: the first of them, and how many more, as short as can be',
  });
}

/**
 * The interval of an appointment, an instant of the shown day within it, and the zone if clocks show the start twice.
 */
function shownTimes({ item: { appointment }, day: { zone, clock } }: Visit) {
  const time = recordedTime(appointment);
  return {
    time,
    within: Math.min(Math.max(time.start, clock.start), clock.end - 1),
    zoneSuffix: foldOf(zone, time.start) === null ? '' : ` ${shortZoneText(zone, time.start)}`,
  };
}

/**
 * Start and end, with their days if they are outside the shown one, and with the zone if clocks show the start twice.
 */
export function timesOf(visit: Visit): string {
  const { time, within, zoneSuffix } = shownTimes(visit);
  return `${intervalText(visit.day.zone, time, within)}${zoneSuffix}`;
}

/** The text of {@link timesOf}. If it wraps, the end is on the second line. */
export function Times({ of, startClass }: { of: Visit; startClass?: string }) {
  const { time, within, zoneSuffix } = shownTimes(of);
  if (oddEndOf(time) !== null) return timesOf(of);
  const { start, end } = intervalEnds(of.day.zone, time, within);
  return (
    <>
      <Trans comment="from when until when">
        <span className={`whitespace-nowrap ${startClass ?? ''}`}>{start} –</span>{' '}
        <span className="whitespace-nowrap">{end}</span>
      </Trans>
      {zoneSuffix}
    </>
  );
}

/** Names the zone of times: `New York time`; empty for the browser's own zone. */
export function clockOwner(zone: string): string {
  if (zone === browserZone) return '';
  const city = zoneCity(zone);
  return t({ message: `${city} time`, comment: 'whose clock times are on, such as “New York time”' });
}

/**
 * The leading words that all names share, such as the company's name in front of each store's; empty if a name has no
 * other words.
 */
export function sharedStart(names: readonly string[]): string {
  const [first = ''] = names;
  const starts = [...first.matchAll(/[\s\p{P}]+/gu)].map(({ index, 0: gap }) => first.slice(0, index + gap.length));
  return starts.findLast((start) => names.every((name) => name.startsWith(start) && name.length > start.length)) ?? '';
}

/** Names that distinguish the stores of a board, by id; empty if there is only one. */
export function storeNamesOf(days: readonly StoreDay[]): ReadonlyMap<string, string> {
  const shared = sharedStart(days.map(({ store }) => store.name));
  return new Map(days.map(({ store }) => [store.id, days.length > 1 ? store.name.slice(shared.length) : '']));
}

/** All notes of an appointment, as typed. */
export function notesOf({ notes, bookingNotes, clientNotes }: ReceivedAppointment): string[] {
  return [notes, bookingNotes, clientNotes].flatMap((text) => (text === null || text.trim() === '' ? [] : [text]));
}
