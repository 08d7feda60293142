import { createContext, useRef, useState } from 'react';
import { type Path, useForm, useWatch } from 'react-hook-form';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { appointmentName } from '#app/api/directory.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { Interval } from '#contract/interval.ts';
import { createUnnamedStore } from '#contract/received.ts';
import { needsOfRequest, type RequestedAppointment } from '#scheduling/warnings.ts';
import { resolveTime } from './booking-time.ts';
import {
  type BookingErrors,
  type BookingStore,
  type BookingValues,
  mainEmployeeOf,
  roomAtStore,
  type ValidationContext,
  validateBooking,
} from './booking-values.ts';
import type { PanelLists, PanelProps, PanelPurpose } from './panel-props.ts';
import type { NewPetField } from './registration.ts';
import { describeTimeState, determineTimeState } from './time-state.ts';
import { useDayChange, useNextFreeDay } from './use-day-change.ts';
import { type BookingFreeTimes, useBookingFreeTimes } from './use-free-times.ts';

interface BookingFormInput {
  panel: PanelProps;
  lists: PanelLists;
  purpose: PanelPurpose;
  initial: BookingValues;
  status: string;
  newPetFields: readonly NewPetField[] | null;
  /** Which of visit type, vet and room the person can change. */
  can: { type: boolean; vet: boolean; room: boolean };
  /** The ids of the other appointments that are moved together with this one. */
  movedTogetherIds?: ReadonlySet<string>;
}

const noStore: BookingStore = { ...createUnnamedStore(''), timeZone: 'UTC' };
const NO_VET_OR_ROOM = { employeeId: null, roomId: null };
const NO_ERRORS: BookingErrors = {};

/**
 * The form of a booking panel: its input, what follows from it, and whether the appointment can be booked. Booking, walk-in and
 * rescheduling all look for a free time, so they share one form. It stores only what the person chose: an empty start
 * stands for the first free start, and an empty length for the usual length of the visit type. So the fields need no
 * effect that keeps them consistent.
 */
export function useBookingForm(input: BookingFormInput) {
  const { panel, lists, purpose, newPetFields, status } = input;
  const { stores, employees, types, pets } = lists;
  const { hasPlan } = useDesk();
  const now = Math.floor(useMinute() / 60_000) * 60_000;
  const form = useForm<BookingValues>({ defaultValues: input.initial });
  // The form library changes its values in place, so they are copied, including the nested ones of a new client and
  // pet.
  const copyValues = (all: BookingValues) => ({ ...all, newPet: all.newPet && { ...all.newPet } });
  const values = useWatch({ control: form.control, compute: copyValues });
  const [isReported, setIsReported] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const firstInput = useRef<HTMLInputElement>(null);
  const { day, onDay, isChanging } = useDayChange(panel);

  const store = stores.find(({ id }) => id === values.storeId) ?? stores[0] ?? noStore;
  const type = types.find(({ id }) => id === values.visitTypeId) ?? null;
  const vet = employees.find(({ id }) => id === values.employeeId) ?? null;
  const moved = purpose.kind === 'move' ? purpose.appointment : null;
  const requested: RequestedAppointment = {
    store,
    vet,
    type: type ?? (moved?.visitTypeCategory ? { category: moved.visitTypeCategory } : null),
    petId: moved ? moved.petId : values.newPet ? null : (values.pet?.id ?? null),
    roomId: roomAtStore(store, values),
  };
  const typed = resolveTime(values, { store, day, type }, null);
  const isNow = purpose.kind === 'walk-in';
  const freeTimes = useBookingFreeTimes({
    ...requested,
    ...{ store, stores, employees, day, freshness: panel.freshness },
    length: typed.length,
    start: typed.isChosen ? typed.start : isNow ? now : null,
    isReady: moved !== null || ((values.pet !== null || values.newPet !== null) && type !== null),
    movedIds: new Set(moved ? [moved.id, ...(input.movedTogetherIds ?? [])] : []),
  });
  const request = [store.id, day, type?.id, vet?.id, typed.length, typed.start].join();
  const { start: following, place: free } = useLastProposal(freeTimes, request, {
    start: typed.isChosen ? null : isNow ? now : (freeTimes.starts[0]?.start ?? null),
    time: (start) => resolveTime(values, { store, day, type }, start).time,
  });
  const when = resolveTime(values, { store, day, type }, following);
  const state = determineTimeState(freeTimes, when);
  const { skipped, isLeaving } = useNextFreeDay({
    ...{ stores, employees, day, onDay, store, freeTimes, isTimed: typed.isChosen || isNow },
  });
  // Without a plan, no one knows who is on duty, so no vet is proposed: the practice decides who sees the pet.
  const place = { ...free, employeeId: hasPlan && values.employeeId === null ? free.employeeId : null };
  const defaults = defaultPlace(purpose, requested, freeTimes, when.time, place);
  const check: ValidationContext = {
    ...{ stores, types, day, start: following, isMoved: moved !== null, isNow, status, newPetFields },
    ...defaults,
  };
  const checked = validateBooking(values, check);
  const isSearching = following === null && !typed.isChosen && (state.kind === 'checking' || isLeaving);
  const bookedId = values.employeeId === UNASSIGNED ? null : (values.employeeId ?? defaults.employeeId);
  const roomId = requested.roomId ?? defaults.roomId ?? place.roomId;
  const petName = isolateText(
    moved ? appointmentName(moved, pets) : (values.pet?.name ?? values.newPet?.petName.trim() ?? ''),
  );
  const isStaffingUnknown = !hasPlan && vet === null && needsOfRequest(requested, employees).staff !== null;
  const time = when.time ?? { start: following ?? 0, end: following ?? 0 };
  const names = { store, stores, day, time, petName, pets, employees, isStaffingUnknown, employeeId: bookedId, roomId };
  // Text in a combobox is not a choice yet. Text in the pet field no longer counts once the fields for a new pet
  // replace it.
  const { pet: unmatchedPet, ...unmatched } = values.unmatched;
  const isUnsettled =
    isTyping || (unmatchedPet !== '' && !values.newPet) || Object.values(unmatched).some((text) => text !== '');
  return {
    ...{
      ...input,
      form,
      values,
      store,
      type,
      requested,
      freeTimes,
      when,
      skipped,
      check,
      checked,
      petName,
      day,
      onDay,
    },
    ...{ roomId, employeeId: bookedId, bookedVet: employees.find(({ id }) => id === bookedId) ?? null, state },
    line: describeTimeState(state, names),
    firstInput,
    setIsTyping,
    isUnsettled,
    /**
     * Whether the form is up to date: the calendar shows the form's day, and the search for the first free time is
     * done.
     */
    isSettled: !isChanging && !isSearching,
    change: (changes: Partial<BookingValues>) => form.setValues(changes, { shouldDirty: true }),
    /** The errors to show: none before the button is pressed. */
    errors: isReported && 'errors' in checked ? checked.errors : NO_ERRORS,
    /** Shows the errors, and moves the focus to the first. */
    report(errors: BookingErrors) {
      setIsReported(true);
      const [first] = Object.keys(errors) as Path<BookingValues>[];
      if (first !== undefined) form.setFocus(first);
    },
  };
}

export type BookingFormState = ReturnType<typeof useBookingForm>;

/** Provides the fields of a panel with the panel's booking form. */
export const BookingFormContext = createContext<BookingFormState | null>(null);
export const useBookingFormContext = () => useRequiredContext(BookingFormContext, 'BookingFormContext');

type VetAndRoom = Pick<ValidationContext, 'employeeId' | 'roomId'>;

interface Proposal {
  /** The start to use if none is typed; null if one is typed or no start is free. */
  start: number | null;
  place: VetAndRoom;
}

/**
 * The proposed start, and the vet and the room that the appointment would get then. Without a connection, the last
 * proposal is kept, since the same request can still be booked when the connection is back.
 */
function useLastProposal(
  freeTimes: BookingFreeTimes,
  request: string,
  { start, time }: { start: number | null; time: (start: number | null) => Interval | null },
): Proposal {
  const [last, setLast] = useState<(Proposal & { request: string }) | null>(null);
  if (freeTimes.state === 'failed' && last?.request === request) return last;
  const booked = time(start);
  // Without a pet or visit type, no time is marked as free, but the calendar still shows the typed time.
  const isPlaced = freeTimes.state === 'loaded' || freeTimes.state === 'waiting';
  const place = booked !== null && isPlaced ? freeTimes.placeAt(booked) : NO_VET_OR_ROOM;
  const next = { request, start, place };
  if (freeTimes.state === 'loaded' && JSON.stringify(last) !== JSON.stringify(next)) setLast(next);
  return next;
}

/**
 * The vet and the room to use if none is selected: the first vet who is free; for a walk-in also the first free room;
 * for an existing appointment its own room, or another one if that is taken.
 */
function defaultPlace(
  purpose: PanelPurpose,
  { roomId, store }: RequestedAppointment,
  freeTimes: BookingFreeTimes,
  time: Interval | null,
  place: VetAndRoom,
): VetAndRoom {
  if (time === null) return NO_VET_OR_ROOM;
  if (purpose.kind === 'new') return { ...place, roomId: null };
  if (purpose.kind === 'walk-in') return place;
  const { appointment } = purpose;
  const own = store.id === appointment.storeId ? appointment.roomId : null;
  const isOwnFree = own !== null && roomId === null && freeTimes.isRoomFree(own, time);
  return {
    employeeId: place.employeeId ?? mainEmployeeOf(appointment)?.id ?? null,
    roomId: own === null ? null : isOwnFree ? own : (place.roomId ?? own),
  };
}
