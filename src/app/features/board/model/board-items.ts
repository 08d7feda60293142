import { t } from '@lingui/core/macro';
import { appointmentName, type Directory, shortId } from '#app/api/directory.ts';
import type { EnumDisplay, EnumDisplays } from '#app/appearance/enum-display.ts';
import { speciesClass } from '#app/appearance/species.ts';
import { arrowBack, arrowForward } from '#app/language/line-direction.ts';
import { factsText } from '#app/text/list-text.ts';
import { alertText } from '#app/text/pet-text.ts';
import { clockText, dayText, invalidEndText, timeText, weekdayText } from '#app/text/time-text.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import { type Interval, isRecordedIn } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee, ReceivedPet } from '#contract/received.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { type DayClock, MINUTES_PER_DAY, minuteOfDay } from '#scheduling/calendar-day.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';
import { type InvalidEnd, invalidEndOf, isStay, recordedTime } from '#scheduling/visit.ts';
import { type BoardColumn, columnIds } from './board-columns.ts';

/** The id of the block that shows the booking in the panel, which is not an appointment yet. */
export const DRAFT_ID = 'draft';

/**
 * The shortest time in minutes that a block covers, so that an appointment without a duration can be seen and clicked.
 */
export const MIN_MINUTES = 15;

/** Where an appointment is drawn on a day, in wall-clock minutes after midnight: 0 to 1440. */
export interface Placement {
  fromMinute: number;
  /** Always after `fromMinute`. */
  toMinute: number;
  /** Whether the appointment began on an earlier day. */
  continuesBefore: boolean;
  /** Whether the appointment continues on a later day. */
  continuesAfter: boolean;
  /**
   * Why the end is invalid, if it is not after the start; otherwise null. The block of such an appointment covers the
   * shortest time.
   */
  oddEnd: InvalidEnd | null;
}

/**
 * Places an appointment on a day of its store's zone, by wall-clock time; null if it is not on that day. An appointment
 * that ends at midnight is not on the day that begins then.
 */
export function placeOnDay(span: Interval, clock: DayClock): Placement | null {
  if (!isRecordedIn(span, clock)) return null;
  const oddEnd = invalidEndOf(span);
  const fromMinute = minuteOfDay(clock, span.start);
  return {
    fromMinute: Math.min(fromMinute, MINUTES_PER_DAY - 1),
    toMinute: oddEnd ? minEndMinute(fromMinute) : lastMinute(span, clock, fromMinute),
    continuesBefore: span.start < clock.start,
    continuesAfter: oddEnd === null && span.end > clock.end,
    oddEnd,
  };
}

function minEndMinute(fromMinute: number): number {
  return Math.min(fromMinute + MIN_MINUTES, MINUTES_PER_DAY);
}

function lastMinute(span: Interval, clock: DayClock, fromMinute: number): number {
  const wallEnd = minuteOfDay(clock, span.end);
  if (wallEnd > fromMinute) return wallEnd;
  // The clocks went back during the appointment, so its end on the clock is before its start. The true duration is
  // drawn instead.
  const length = (span.end - Math.max(span.start, clock.start)) / 60_000;
  return Math.min(Math.max(fromMinute + length, fromMinute + 1), MINUTES_PER_DAY);
}

/** The start and end of a stay, in words: `Wed 18:00` and `→ Sat 9:00`. */
type StayText = readonly [from: string, to: string];

/** A block on the board: an appointment on one day, in one column, with all the texts of the block. */
export interface BoardItem extends Placement {
  /** Identifies the item. It is unique on the board: in a week, a stay has one item for each of its days. */
  key: string;
  columnId: string;
  /** The start and end of a stay, in words; null for an appointment that is drawn on the time grid. */
  stay: StayText | null;
  appointment: ReceivedAppointment;
  display: EnumDisplay;
  /** The pet's name or, without a pet, the title (`appointmentName`). */
  heading: string;
  /** Whether the pet's record is still loading. It contains the client's name, the alert and the species. */
  awaitsPet: boolean;
  client: string;
  type: string;
  /** The alert of the pet; empty if there is none. */
  alert: string;
  /** Whether the pet has died. */
  hasDied: boolean;
  time: string;
  /**
   * The family name of the vet, or the whole name if another employee has the same family name; empty if there is no
   * vet.
   */
  vet: string;
  /** The CSS class that shows an icon for the pet's species. */
  species: string;
  /** The accessible name of the block. */
  label: string;
}

/** The short names of employees, keyed by id: the family name, or the whole name if two employees share a family name. */
export function shortNames(employees: Iterable<ReceivedEmployee>): ReadonlyMap<string, string> {
  const all = [...employees];
  const counts = new Map<string, number>();
  for (const { lastName = '' } of all) counts.set(lastName, (counts.get(lastName) ?? 0) + 1);
  return new Map(
    all.map(({ id, name, lastName = '' }) => [id, lastName === '' || counts.get(lastName) !== 1 ? name : lastName]),
  );
}

/**
 * The time to show in a block: the start, since the block's height shows the end. Arrows say that the appointment
 * extends beyond the day.
 */
function blockTime(placement: Placement): string {
  const { continuesBefore, continuesAfter, fromMinute, toMinute } = placement;
  if (continuesBefore) return `${arrowBack} ${continuesAfter ? arrowForward : timeText(toMinute)}`;
  const start = timeText(fromMinute);
  return continuesAfter ? `${start} ${arrowForward}` : start;
}

function spokenRange(placement: Placement, stayText: StayText | null): string {
  if (stayText !== null) {
    const stay = stayText.join(' ');
    return t({ message: `stay ${stay}`, comment: 'stay: from when until when a patient stays' });
  }
  const start = timeText(placement.fromMinute);
  if (placement.oddEnd) return factsText([start, invalidEndText(placement.oddEnd)]);
  const end = timeText(placement.toMinute);
  return t({ message: `${start} to ${end}`, comment: 'times of day, as they are spoken' });
}

/** The start and end of a stay, with their days if it lasts longer than one day; null if the appointment is not a stay. */
function stayText(time: Interval, placement: Placement, { zone, clock }: StoreDay): StayText | null {
  if (!isStay(time, clock)) return null;
  const { continuesBefore, continuesAfter, fromMinute, toMinute } = placement;
  if (!continuesBefore && !continuesAfter) return [timeText(fromMinute), `– ${timeText(toMinute)}`];
  // Within less than a week, the weekday is unambiguous.
  const day = time.end - time.start < 6 * 86_400_000 ? weekdayText : dayText;
  const dayAndClock = (instant: number) => `${day(zone, instant)} ${clockText(zone, instant)}`;
  return [dayAndClock(time.start), `${arrowForward} ${dayAndClock(time.end)}`];
}

function columnIdOf(view: ColumnsView, appointment: ReceivedAppointment, day: StoreDay): string {
  if (view === 'vets') return columnIds.vet(day.zone, mainEmployeeId(appointment));
  if (view === 'week') return columnIds.day(day.clock.date);
  return columnIds.room(day.store.id, appointment.roomId);
}

interface ItemContext {
  view: ColumnsView;
  days: readonly StoreDay[];
  columns: readonly BoardColumn[];
  directory: Directory;
  /** Whether the names of the pets are still loading. */
  awaitsPets: boolean;
  statuses: EnumDisplays;
}

/** Creates a block for each day on which an appointment is shown. An appointment outside the shown days gets none. */
export function placeItems(appointments: readonly ReceivedAppointment[], context: ItemContext): BoardItem[] {
  const daysOfStore = new Map<string, StoreDay[]>();
  for (const day of context.days) {
    const list = daysOfStore.get(day.store.id);
    if (list) list.push(day);
    else daysOfStore.set(day.store.id, [day]);
  }
  const columns = new Map(context.columns.map((column) => [column.id, column]));
  const shortNamesById = shortNames(context.directory.employees.values());
  const items: BoardItem[] = [];
  for (const appointment of appointments) {
    const time = recordedTime(appointment);
    const { pets, employees } = context.directory;
    const pet = appointment.petId === null ? undefined : pets.get(appointment.petId);
    const names = {
      heading: appointmentName(appointment, pets) || unnamedAppointmentHeading(shortId(appointment.id)),
      pet,
      awaitsPet: context.awaitsPets && appointment.petId !== null && pet === undefined,
      vet: employees.get(mainEmployeeId(appointment) ?? '')?.name ?? '',
      shortVet: shortNamesById.get(mainEmployeeId(appointment) ?? '') ?? '',
      display: context.statuses.of(appointment.status),
    };
    for (const day of daysOfStore.get(appointment.storeId ?? '') ?? []) {
      const placement = placeOnDay(time, day.clock);
      if (placement === null) continue;
      const columnId = columnIdOf(context.view, appointment, day);
      const columnTitle = columns.get(columnId)?.title ?? '';
      const stay = stayText(time, placement, day);
      items.push(
        createItem(appointment, { placement, stay, columnId, today: day.clock.date }, { ...names, columnTitle }),
      );
    }
  }
  return items;
}

/**
 * What a block shows besides the appointment's own record: names that are looked up, and the label and colours of its
 * status.
 */
interface ItemNames {
  columnTitle: string;
  heading: string;
  pet: ReceivedPet | undefined;
  awaitsPet: boolean;
  vet: string;
  shortVet: string;
  display: EnumDisplay;
}

interface ItemPosition {
  placement: Placement;
  stay: StayText | null;
  columnId: string;
  /** The shown day, `YYYY-MM-DD`. */
  today: string;
}

function unnamedAppointmentHeading(code: string): string {
  return t({ message: `Appointment ${code}`, comment: 'without any name; code: the beginning of its id' });
}

function createItem(
  appointment: ReceivedAppointment,
  { placement, stay, columnId, today }: ItemPosition,
  names: ItemNames,
): BoardItem {
  const { columnTitle, heading, pet, awaitsPet, display, vet, shortVet } = names;
  const type = appointment.visitTypeName ?? '';
  const client = pet?.clientName ?? '';
  const alert = pet ? alertText(pet, today) : '';
  const spokenAlert =
    alert === '' ? '' : t({ message: `alert: ${alert}`, comment: 'what everyone must know about a pet' });
  const spoken = [spokenRange(placement, stay), heading, spokenAlert, client, type, columnTitle, display.label, vet];
  return {
    ...placement,
    key: `${appointment.id}@${columnId}`,
    columnId,
    stay,
    appointment,
    display,
    heading,
    awaitsPet,
    client,
    type: heading.includes(type) ? '' : type,
    alert,
    hasDied: pet?.deceasedOn != null,
    time: blockTime(placement),
    vet: shortVet,
    species: speciesClass(pet?.species ?? ''),
    label: factsText(spoken),
  };
}

/** Compares two items by their time on the day, for sorting. */
export function byTime(one: BoardItem, other: BoardItem): number {
  return one.fromMinute - other.fromMinute || one.toMinute - other.toMinute || (one.key < other.key ? -1 : 1);
}

/**
 * Whether a block can be dragged. A stay cannot, since its times can be changed only in the details of the appointment.
 * Neither can an appointment whose end is invalid or whose version is unknown.
 */
export function isMovable({ stay, oddEnd, appointment }: BoardItem): boolean {
  return stay === null && !oddEnd && appointment.updatedAt !== null;
}
