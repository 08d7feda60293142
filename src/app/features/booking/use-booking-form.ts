import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { type Directory, visitName } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import type { DayFreshness } from '#app/days/use-known-days.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolated } from '#app/text/isolated.ts';
import { dayText } from '#app/text/time-text.ts';
import type { Interval } from '#scheduling/interval.ts';
import { needsOfRequest, type Requested } from '#scheduling/warnings.ts';
import {
  type Booking,
  type BookingLists,
  type BookingStore,
  type BookingValues,
  bookingOf,
  type CheckContext,
  dayOf,
  errorsOf,
  mainOf,
  ownRoomOf,
  whenOf,
} from './booking-values.ts';
import { noTimeText } from './no-time-text.ts';
import type { Purpose } from './panel.ts';
import { petNameOf } from './pet-field.tsx';
import type { NewPetField } from './registration.ts';
import { timeLineOf, timeStateOf } from './time-state.ts';
import { type Answer, useAnswer } from './use-answer.ts';

export interface BookingFormInput extends BookingLists {
  purpose: Purpose;
  initial: BookingValues;
  /** The calendar's day, `YYYY-MM-DD`. */
  day: string;
  onDay: (day: string) => void;
  /** The status if none is selected. */
  status: string;
  newPetFields: readonly NewPetField[] | null;
  /** The other appointments that are moved together with this one. */
  movedWith?: ReadonlySet<string>;
  /** The pets whose names are loaded. */
  pets: Directory['pets'];
  freshness: DayFreshness;
}

const noStore: BookingStore = { id: '', name: '', timeZone: 'UTC', openingHours: [], rooms: [] };

interface Wait {
  ends: Promise<void>;
  end: () => void;
}

function createWait(): Wait {
  let end = () => {};
  const ends = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ends, end };
}

/**
 * What values are validated with. `way` is set while the calendar changes to another day, and `search` while the first
 * free time is searched for; in both cases `check` is outdated.
 */
type Context = RefObject<{ check: CheckContext | null; dayChange: Wait | null; search: Wait | null }>;

const resolver: Resolver<BookingValues, Context, Booking> = async (values, context) => {
  // A key may be pressed right after: the input must not be booked on the previous day.
  await context?.current.dayChange?.ends;
  await context?.current.search?.ends;
  const check = context?.current.check;
  const checked = check ? bookingOf(values, check) : { faults: {} };
  if ('booking' in checked) return { values: checked.booking, errors: {} };
  return { values: {}, errors: errorsOf(checked.faults) };
};

/** The form of a booking panel: its input, what follows from it, and whether it can be booked. */
export function useBookingForm(input: BookingFormInput) {
  const { purpose, stores, employees, types, day, pets, freshness } = input;
  const { hasPlan } = useDesk();
  const now = Math.floor(useMinute() / 60_000) * 60_000;
  const context: Context = useRef({ check: null, dayChange: null, search: null });
  const form = useForm<BookingValues, Context, Booking>({ resolver, context, defaultValues: input.initial });
  const values = useWatch({ control: form.control, compute: (all) => structuredClone(all) });
  const store = stores.find(({ id }) => id === values.storeId) ?? stores[0] ?? noStore;
  const type = types.find(({ id }) => id === values.visitTypeId) ?? null;
  const vet = employees.find(({ id }) => id === values.employeeId) ?? null;
  const moved = purpose.kind === 'move' ? purpose.appointment : null;
  const requested: Requested = {
    store,
    vet,
    type: type ?? (moved?.visitTypeCategory ? { category: moved.visitTypeCategory } : null),
    petId: moved ? moved.petId : values.newPet ? null : (values.pet?.id ?? null),
    roomId: ownRoomOf(store, values),
  };
  const typed = whenOf(values, { store, day, type }, null);
  const isNow = purpose.kind === 'walk-in';
  const answer = useAnswer({
    ...requested,
    ...{ store, stores, employees, day, freshness },
    length: typed.length,
    start: typed.isChosen ? typed.start : isNow ? now : null,
    isReady: moved !== null || ((values.pet !== null || values.newPet !== null) && type !== null),
    moved: new Set(moved ? [moved.id, ...(input.movedWith ?? [])] : []),
  });
  const following = isNow ? now : (answer.starts[0]?.start ?? null);
  const when = whenOf(values, { store, day, type }, following);
  const state = timeStateOf(answer, when);
  const petName = moved ? isolated(visitName(moved, pets)) : petNameOf(values);
  const time = when.time ?? { start: following ?? 0, end: following ?? 0 };
  const { skipped, isLeaving } = useNextFreeDay({ ...input, store, answer, isTimed: typed.isChosen || isNow });
  const free = when.time ? answer.placeAt(when.time) : { employeeId: null, roomId: null };
  // While nobody knows who is on duty, the practice decides who sees the pet.
  const place = { ...free, employeeId: hasPlan && values.employeeId === null ? free.employeeId : null };
  const defaults = defaultPlace(purpose, requested, answer, when.time, place);
  const check: CheckContext = {
    ...{ stores, types, day, start: following, isMoved: moved !== null, isNow },
    ...defaults,
    status: input.status,
    newPetFields: input.newPetFields,
  };
  const isSearching = following === null && !typed.isChosen && (state.kind === 'checking' || isLeaving);
  useEffect(() => {
    context.current.check = check;
    if (isSearching) context.current.search ??= createWait();
    else {
      context.current.search?.end();
      context.current.search = null;
    }
  });
  useEffect(() => () => context.current.search?.end(), []);
  const onDay = useDayChange(context, input);
  const bookedId = values.employeeId === UNASSIGNED ? null : (values.employeeId ?? defaults.employeeId);
  const bookedVet = employees.find(({ id }) => id === bookedId) ?? null;
  const who = {
    employeeId: bookedId,
    roomId: requested.roomId ?? defaults.roomId ?? place.roomId,
  };
  const isDutyUnknown = !hasPlan && vet === null && needsOfRequest(requested, employees).staff.length > 0;
  const line = timeLineOf(state, { ...{ store, stores, day, time, petName, pets, employees, isDutyUnknown }, ...who });
  /** The booking of the form as it is now, or the faults of its fields. */
  const checked = bookingOf(values, check);
  return {
    ...{ form, values, store, type, vet, bookedVet, requested, answer, when, state, line, skipped, check, checked },
    ...{ petName, who },
    onDay,
  };
}

/** Shows another day. Validation waits until the calendar has changed. */
function useDayChange(
  context: Context,
  { day, onDay }: Pick<BookingFormInput, 'day' | 'onDay'>,
): (next: string) => void {
  function arrive() {
    context.current.dayChange?.end();
    context.current.dayChange = null;
  }
  const onArrival = useEffectEvent((_day: string) => arrive());
  // Must run after the effect that sets the validation context of that day.
  useEffect(() => onArrival(day), [day]);
  return (next) => {
    if (next === day) arrive();
    else if (context.current.dayChange === null) {
      context.current.dayChange = createWait();
    }
    onDay(next);
  };
}

type Place = Pick<CheckContext, 'employeeId' | 'roomId'>;

/**
 * The vet and the room if none is selected: the first vet who is free, for a walk-in also the first room, for an existing
 * appointment its own room while that is free.
 */
function defaultPlace(
  purpose: Purpose,
  { roomId, store }: Requested,
  answer: Answer,
  time: Interval | null,
  place: Place,
): Place {
  if (time === null) return { employeeId: null, roomId: null };
  if (purpose.kind === 'new') return { ...place, roomId: null };
  if (purpose.kind === 'walk-in') return place;
  const { appointment } = purpose;
  const own = store.id === appointment.storeId ? appointment.roomId : null;
  const isOwnFree = own !== null && roomId === null && answer.isRoomFree(own, time);
  return {
    employeeId: place.employeeId ?? mainOf(appointment)?.id ?? null,
    roomId: own === null ? null : isOwnFree ? own : (place.roomId ?? own),
  };
}

interface NextFreeDayInput extends Pick<BookingFormInput, 'day' | 'onDay' | 'stores' | 'employees'> {
  store: BookingStore;
  answer: Answer;
  /** Whether the start is already selected, on whatever day. */
  isTimed: boolean;
}

/**
 * Moves a new panel from a day without free time to the next one that has some, and says why the day was skipped; empty
 * if none was. A day that the person turned to stays, and so does one with time for another vet than the requested one.
 */
function useNextFreeDay({ day, onDay, store, stores, employees, answer, isTimed }: NextFreeDayInput): {
  skipped: string;
  isLeaving: boolean;
} {
  const [before, setBefore] = useState(day);
  const [isTurned, setTurned] = useState(false);
  const [skipped, setSkipped] = useState<{ text: string; to: string } | null>(null);
  if (day !== before) {
    setBefore(day);
    setTurned(day !== skipped?.to);
  }
  const { state, starts, next, withOther } = answer;
  const hasNone = state === 'loaded' && answer.isPossible && !isTimed && !isTurned && starts.length === 0;
  const to = hasNone && withOther === null && next !== null ? dayOf(store, next.start) : null;
  const go = useEffectEvent((target: string) => {
    const date = dayText(store.timeZone, answer.noon);
    const why = noTimeText(answer.whyNone('day'), { part: 'day', day, store, stores, employees });
    const text = t({ message: `${date}: ${why}`, comment: 'a day, and why it has no free time' });
    setSkipped({ text: skipped?.to === day ? skipped.text : text, to: target });
    onDay(target);
  });
  useEffect(() => {
    if (to !== null) go(to);
  }, [to]);
  return {
    skipped: skipped?.to === day ? skipped.text : '',
    isLeaving: to !== null || (hasNone && withOther === null && answer.isSearching),
  };
}

/** Calls back for each place that is selected while a panel is open; the values of a new form have the first one. */
export function usePlaced(placed: string | undefined, onPlaced: () => void): void {
  const [first] = useState(placed);
  const take = useEffectEvent(onPlaced);
  useEffect(() => {
    if (placed !== undefined && placed !== first) take();
  }, [placed, first]);
}
