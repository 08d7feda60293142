import { plural, t } from '@lingui/core/macro';
import { type Directory, visitName } from '#app/api/directory.ts';
import { isolated } from '#app/text/isolated.ts';
import { planConflictText } from '#app/text/plan-words.ts';
import { clockText, intervalText } from '#app/text/time-text.ts';
import { closedText, otherVisitText, passedText } from '#app/text/time-warnings.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookableStore } from '#scheduling/bookable.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import type { PlannedTime } from '#scheduling/timeline.ts';
import { isStay, recordedTime } from '#scheduling/visit.ts';
import type { Warning } from '#scheduling/warnings.ts';

// Names and titles are data from outside: each is isolated.

type NamedStore = BookableStore & { readonly name: string };

export interface WarningPlace {
  /** The store of the appointment, in whose zone times are shown. */
  store: NamedStore;
  /** All stores in reach. */
  stores: readonly Pick<NamedStore, 'id' | 'name'>[];
  /** The time that the warning is about. */
  time: Interval;
  /** Isolated; empty if it is unknown. */
  petName: string;
  /** The pets with known names. */
  pets: Directory['pets'];
}

/** A warning in words: a line without a full stop, and details on separate lines. */
export interface WarningText {
  title: string;
  details: string[];
}

/** The text of a warning, such as `No vet free at 12:15`. */
export function warningText(warning: Warning, place: WarningPlace): WarningText {
  const { store, stores, time } = place;
  const day = dayOfInstant(store.timeZone, time.start);
  const isStayThen = (one: ReceivedAppointment) => isStay(recordedTime(one), day);
  const at = clockText(store.timeZone, time.start);
  // The vet looks after a stay alongside other appointments.
  const naming = (others: readonly ReceivedAppointment[]) =>
    [...others.filter((one) => !isStayThen(one)), ...others.filter(isStayThen)].map((one) =>
      appointmentText(one, place),
    );
  const warningOf = (what: string, others: readonly ReceivedAppointment[]) =>
    others.map((other) => labelled(what, appointmentText(other, place)));
  const planned = (name: string, what: PlannedTime) =>
    planConflictText(name, what, (id) => stores.find((one) => one.id === id)?.name ?? '');
  const vet = 'vet' in warning ? isolated(warning.vet.name) : '';
  const room = 'room' in warning ? isolated(warning.room) : '';
  const pet = place.petName;
  const storeName = isolated(store.name);
  switch (warning.kind) {
    case 'vet-busy':
      return { title: t`${vet} is busy at ${at}`, details: naming(warning.others) };
    case 'vet-away':
      return { title: planned(warning.vet.name, warning.absence), details: [] };
    case 'no-vet-there':
      return {
        title: t`No vet on duty at ${at}`,
        details: warning.away.map(({ vet: one, absence }) => planned(one.name, absence)),
      };
    case 'no-vet-free':
      return {
        title: t`No vet free at ${at}`,
        details: [
          ...warning.busy.map(({ vet: one, other }) => labelled(one.name, appointmentText(other, place))),
          ...warningOf(t`No vet yet`, warning.withoutVet),
        ],
      };
    case 'vet-needed':
      return { title: noVetLeftText(warning), details: naming(warning.others) };
    case 'vet-elsewhere':
      return { title: t`${vet} does not work at ${storeName}`, details: [] };
    case 'no-room-suits':
      return { title: t`No room at ${storeName} suits this visit type`, details: [] };
    case 'room-taken':
      return {
        title: t({ message: `${room} is taken at ${at}`, comment: 'a room; a time of day' }),
        details: naming(warning.others),
      };
    case 'room-blocked':
      return { title: planned(warning.room, warning.block), details: [] };
    case 'room-needed':
      return { title: t`${room} is needed for an appointment without a room`, details: naming(warning.others) };
    case 'rooms-taken':
      return {
        title: warning.all ? t`No room free at ${at}` : t`No room for this visit type free at ${at}`,
        details: [
          ...warning.others.map((other) => {
            const name = store.rooms.find(({ id }) => id === other.roomId)?.name;
            const text = appointmentText(other, place);
            return name ? labelled(name, text) : text;
          }),
          ...warningOf(t`No room yet`, warning.withoutRoom),
          ...warning.blocked.map((one) => planned(one.room, one.block)),
        ],
      };
    case 'store-blocked':
      return { title: planned(store.name, warning.block), details: [] };
    case 'store-closed':
      return { title: closedText(store.name, store.timeZone, warning.open, time), details: [] };
    case 'pet-busy':
      return {
        title: pet === '' ? t`The pet has another appointment at ${at}` : t`${pet} has another appointment at ${at}`,
        details: naming(warning.others),
      };
    case 'in-past':
      return { title: passedText(store.timeZone, time.start), details: [] };
  }
}

/** `2 vets on duty, 2 appointments: no vet left` */
function noVetLeftText({ onDuty, count }: { onDuty: number; count: number }): string {
  const vets = plural(onDuty, { one: '# vet on duty', other: '# vets on duty' });
  const appointments = plural(count, { one: '# appointment', other: '# appointments' });
  return t({
    message: `${vets}, ${appointments}: no vet left`,
    comment:
      'how many vets are on duty at a time, and how many appointments need one, so that nobody is left for another',
  });
}

/** A line has room for a few of the dozens of appointments that a stay may overlap. */
const MAX_NAMED = 3;

/** A warning on one line: `Ada Bell is busy at 12:15 · 12:00 – 12:30 Milo`. */
export function warningLine(warning: Warning, place: WarningPlace): string {
  const { title, details } = warningText(warning, place);
  const count = details.length - MAX_NAMED;
  const more = count > 0 ? [plural(count, { one: '# more', other: '# more' })] : [];
  return [title, ...details.slice(0, MAX_NAMED), ...more].join(' · ');
}

/** An appointment preceded by the name of its vet or room. */
function labelled(name: string, appointment: string): string {
  const label = isolated(name);
  return t({ message: `${label}: ${appointment}`, comment: 'a vet, a room or what is missing, then an appointment' });
}

/** Names another appointment by its time, pet or title, and by its store if that is a different one. */
export function appointmentText(
  other: ReceivedAppointment,
  { store, stores, time, pets }: Omit<WarningPlace, 'petName'>,
): string {
  const when = intervalText(store.timeZone, recordedTime(other), time.start);
  const what =
    isolated(visitName(other, pets)) ||
    t({ message: 'an appointment', comment: 'stands for the title of one that has none' });
  const isElsewhere = other.storeId !== null && other.storeId !== store.id;
  const elsewhere = isolated((isElsewhere ? stores.find(({ id }) => id === other.storeId)?.name : '') ?? '');
  return otherVisitText(when, what, elsewhere);
}
