import { plural, t } from '@lingui/core/macro';
import { appointmentName, type Directory } from '#app/api/directory.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { planConflictText } from '#app/text/plan-text.ts';
import { clockText, intervalText } from '#app/text/time-text.ts';
import { otherAppointmentText, startPassedText, storeClosedText } from '#app/text/time-warnings.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookableStore, HeldRequest } from '#scheduling/bookable.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import type { UnavailableTime } from '#scheduling/timeline.ts';
import { isStay, recordedTime } from '#scheduling/visit.ts';
import type { Warning } from '#scheduling/warnings.ts';

// Names and titles are external data, so each is isolated.

type NamedStore = BookableStore & { readonly name: string };

export interface WarningContext {
  /** The store of the appointment, in whose zone times are shown. */
  store: NamedStore;
  /** All accessible stores. */
  stores: readonly Pick<NamedStore, 'id' | 'name'>[];
  /** The time that the warning is about. */
  time: Interval;
  /** The name of the pet, isolated; empty if it is unknown. */
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
export function warningText(warning: Warning, place: WarningContext): WarningText {
  const { store, time } = place;
  const at = clockText(store.timeZone, time.start);
  const appointmentTexts = (others: readonly ReceivedAppointment[]) =>
    sortStaysLast(others, place).map((one) => appointmentText(one, place));
  const heldTexts = (held: readonly HeldRequest[]) => held.map((one) => heldRequestText(one, place));
  const labelEach = (what: string, others: readonly ReceivedAppointment[]) =>
    others.map((other) => labelAppointment(what, appointmentText(other, place)));
  const unavailableText = (name: string, what: UnavailableTime) => unavailableTimeText(name, what, place);
  const vet = 'vet' in warning ? isolateText(warning.vet.name) : '';
  const room = 'room' in warning ? isolateText(warning.room) : '';
  const pet = place.petName;
  const storeName = isolateText(store.name);
  switch (warning.kind) {
    case 'vet-busy':
      return { title: t`${vet} is busy at ${at}`, details: appointmentTexts(warning.others) };
    case 'vet-away':
      return { title: unavailableText(warning.vet.name, warning.absence), details: [] };
    case 'no-vet-there':
      return {
        title: t`No vet on duty at ${at}`,
        details: warning.away.map(({ vet: one, absence }) => unavailableText(one.name, absence)),
      };
    case 'no-vet-free':
      return {
        title: t`No vet free at ${at}`,
        details: [
          ...warning.busy.map(({ vet: one, other }) => labelAppointment(one.name, appointmentText(other, place))),
          ...labelEach(t`No vet yet`, warning.withoutVet),
          ...heldTexts(warning.held),
        ],
      };
    case 'vet-needed':
      return {
        title: noVetLeftText(warning),
        details: [...appointmentTexts(warning.others), ...heldTexts(warning.held)],
      };
    case 'vet-elsewhere':
      return { title: t`${vet} does not work at ${storeName}`, details: [] };
    case 'no-room-suits':
      return { title: t`No room at ${storeName} suits this visit type`, details: [] };
    case 'room-taken':
      return {
        title: t({ message: `${room} is taken at ${at}`, comment: 'a room; a time of day' }),
        details: appointmentTexts(warning.others),
      };
    case 'room-blocked':
      return { title: unavailableText(warning.room, warning.block), details: [] };
    case 'room-needed':
      return {
        title:
          warning.others.length > 0
            ? t`${room} is the only room left for an appointment that has no room yet`
            : t`${room} is the only room left for a request from the web site`,
        details: [...appointmentTexts(warning.others), ...heldTexts(warning.held)],
      };
    case 'rooms-taken':
      return {
        title: warning.all ? t`No room free at ${at}` : t`No suitable room free at ${at}`,
        details: [
          ...warning.others.map((other) => withRoomName(other, appointmentText(other, place), place)),
          ...labelEach(t`No room yet`, warning.withoutRoom),
          ...heldTexts(warning.held),
          ...warning.blocked.map((one) => unavailableText(one.room, one.block)),
        ],
      };
    case 'store-blocked':
      return { title: unavailableText(store.name, warning.block), details: [] };
    case 'store-closed':
      return { title: storeClosedText(store.name, store.timeZone, warning.open, time), details: [] };
    case 'pet-busy':
      return {
        title: pet === '' ? t`The pet has another appointment at ${at}` : t`${pet} has another appointment at ${at}`,
        details: appointmentTexts(warning.others),
      };
    case 'in-past':
      return { title: startPassedText(store.timeZone, time.start), details: [] };
  }
}

/** `2 vets on duty, 2 appointments: no vet left` */
function noVetLeftText({ onDuty, count }: { onDuty: number; count: number }): string {
  const vets = plural(onDuty, { one: '# vet on duty', other: '# vets on duty' });
  const appointments = plural(count, { one: '# appointment', other: '# appointments' });
  return t({
    message: `${vets}, ${appointments}: no vet left`,
    comment:
      'how many vets are on duty at a time, and how many appointments need one, so that no vet is left for another',
  });
}

/** The maximum number of names in a line. More are only counted, because a stay may overlap dozens of appointments. */
const MAX_NAMES = 3;

/** A warning as one sentence: `Ada Bell has Milo, 12:00 – 12:30`. */
export function warningLine(warning: Warning, place: WarningContext): string {
  const { title, details } = warningText(warning, place);
  const { store, time, petName: pet } = place;
  const appointmentNamesText = (others: readonly ReceivedAppointment[]) =>
    firstItemsText(appointmentNames(others, place));
  const [vet, room] = ['vet' in warning ? warning.vet.name : '', 'room' in warning ? warning.room : ''].map(
    isolateText,
  );
  switch (warning.kind) {
    case 'vet-busy':
    case 'room-taken': {
      const [whom, when] = [appointmentNamesText(warning.others), singleTimeText(warning.others, place)];
      const at = clockText(store.timeZone, time.start);
      if (warning.kind === 'vet-busy')
        return when === null
          ? t({
              message: `${vet} has ${whom} at ${at}`,
              comment: 'a vet; several appointments, by name; a time of day',
            })
          : t({ message: `${vet} has ${whom}, ${when}`, comment: 'a vet; a pet; from when until when' });
      return when === null
        ? t({ message: `${room} is taken by ${whom} at ${at}`, comment: 'a room; several pets; a time of day' })
        : t({ message: `${room} is taken by ${whom}, ${when}`, comment: 'a room; a pet; from when until when' });
    }
    case 'room-needed': {
      const needing = [...appointmentNames(warning.others, place), ...heldRequestNames(warning.held, place)];
      const whom = firstItemsText(needing);
      const when = onlyIntervalText([...warning.others.map(recordedTime), ...warning.held], place);
      return when === null
        ? t({ message: `${room} is needed for ${whom}`, comment: 'a room; several pets' })
        : t({ message: `${room} is needed for ${whom}, ${when}`, comment: 'a room; a pet; from when until when' });
    }
    case 'pet-busy': {
      const when = singleTimeText(warning.others, place);
      if (when === null) return title;
      return pet === ''
        ? t`The pet has another appointment: ${when}`
        : t({ message: `${pet} has another appointment: ${when}`, comment: 'when: from when until when' });
    }
    case 'vet-needed':
      return appendList(title, [...appointmentNames(warning.others, place), ...heldRequestNames(warning.held, place)]);
    case 'no-vet-free':
      return appendList(title, [
        ...warning.busy.map(({ vet: one, other }) => labelAppointment(one.name, appointmentNameText(other, place))),
        ...warning.withoutVet.map((other) => labelAppointment(t`No vet yet`, appointmentNameText(other, place))),
        ...heldRequestNames(warning.held, place),
      ]);
    case 'rooms-taken':
      return appendList(title, [
        ...warning.others.map((other) => withRoomName(other, appointmentNameText(other, place), place)),
        ...warning.withoutRoom.map((other) => labelAppointment(t`No room yet`, appointmentNameText(other, place))),
        ...heldRequestNames(warning.held, place),
        ...warning.blocked.map(({ room: name, block }) => unavailableTimeText(name, block, place)),
      ]);
    default:
      return appendList(title, details);
  }
}

/** `No vet free at 12:15 (Ada Bell: Milo, Bo Cole: Rex and 2 more)` */
function appendList(title: string, items: readonly string[]): string {
  return items.length === 0 ? title : `${title} (${firstItemsText(items)})`;
}

function firstItemsText(items: readonly string[]): string {
  const count = items.length - MAX_NAMES;
  return listText([
    ...items.slice(0, MAX_NAMES),
    ...(count > 0 ? [plural(count, { one: '# more', other: '# more' })] : []),
  ]);
}

/** The names of appointments, stays last. */
const appointmentNames = (others: readonly ReceivedAppointment[], place: WarningContext) =>
  sortStaysLast(others, place).map((one) => appointmentNameText(one, place));

const heldRequestNames = (held: readonly HeldRequest[], place: NameContext) =>
  held.map((one) => heldRequestName(one, place));

/** The time of the other appointment, as text; null if there are several. */
const singleTimeText = (others: readonly ReceivedAppointment[], place: WarningContext) =>
  onlyIntervalText(others.map(recordedTime), place);

/** The only one of these times, as text; null if there are several. */
function onlyIntervalText([only, second]: readonly Interval[], { store, time }: WarningContext): string | null {
  return only && !second ? intervalText(store.timeZone, only, time.start) : null;
}

/** An appointment preceded by the name of its vet or room. */
function labelAppointment(name: string, appointment: string): string {
  const label = isolateText(name);
  return t({ message: `${label}: ${appointment}`, comment: 'a vet, a room or what is missing, then an appointment' });
}

/** An appointment preceded by the name of its room, if the store has that room. */
function withRoomName({ roomId }: ReceivedAppointment, appointment: string, { store }: WarningContext): string {
  const name = store.rooms.find(({ id }) => id === roomId)?.name;
  return name ? labelAppointment(name, appointment) : appointment;
}

const unavailableTimeText = (name: string, what: UnavailableTime, { stores }: WarningContext) =>
  planConflictText(name, what, (id) => stores.find((one) => one.id === id)?.name ?? '');

/** Puts stays last, since a vet looks after them alongside other appointments. */
function sortStaysLast(others: readonly ReceivedAppointment[], { store, time }: WarningContext): ReceivedAppointment[] {
  const day = dayOfInstant(store.timeZone, time.start);
  const isStayOnDay = (one: ReceivedAppointment) => isStay(recordedTime(one), day);
  return [...others.filter((one) => !isStayOnDay(one)), ...others.filter(isStayOnDay)];
}

type NameContext = Omit<WarningContext, 'petName'>;

/** Names another appointment by its time, pet or title, and by its store if that is a different one. */
export function appointmentText(other: ReceivedAppointment, place: NameContext): string {
  const when = intervalText(place.store.timeZone, recordedTime(other), place.time.start);
  return otherAppointmentText(when, appointmentNameText(other, place));
}

/** Names a held request by its time and pet, and by its store if that is a different one. */
function heldRequestText(request: HeldRequest, place: NameContext): string {
  return otherAppointmentText(
    intervalText(place.store.timeZone, request, place.time.start),
    heldRequestName(request, place),
  );
}

/** The pet of a held request, with a note that it is from the web site, and its store if that is a different one. */
function heldRequestName({ name, storeId }: HeldRequest, place: NameContext): string {
  const pet = withOtherStore(isolateText(name), storeId, place);
  return t({ message: `${pet}, requested on the web site`, comment: 'a pet for which a client has requested a time' });
}

/** The pet or title of an appointment, with its store if that is a different one. */
function appointmentNameText(other: ReceivedAppointment, place: NameContext): string {
  const what =
    isolateText(appointmentName(other, place.pets)) ||
    t({ message: 'an appointment', comment: 'stands for the title of one that has none' });
  return withOtherStore(what, other.storeId, place);
}

/** Adds the name of the store to a name, if it is not the store that the warning is about. */
function withOtherStore(name: string, storeId: string | null, { store, stores }: NameContext): string {
  const isElsewhere = storeId !== null && storeId !== store.id;
  const elsewhere = (isElsewhere && stores.find(({ id }) => id === storeId)?.name) || '';
  return elsewhere === '' ? name : `${name} (${isolateText(elsewhere)})`;
}
