import { t } from '@lingui/core/macro';
import type { Path } from 'react-hook-form';
import * as z from 'zod/mini';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { texts } from '#app/text/shared-texts.ts';
import { durationBetween } from '#app/text/time-text.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { Interval } from '#contract/interval.ts';
import type {
  ReceivedAppointment,
  ReceivedAppointmentType,
  ReceivedEmployee,
  ReceivedStore,
} from '#contract/received.ts';
import { textSchema } from '#contract/text.ts';
import { isUsableDate } from '#scheduling/calendar-day.ts';
import { needsVet, recordedTime } from '#scheduling/visit.ts';
import type { Fold } from '#scheduling/wall-clock.ts';
import { type RequestedTime, resolveTime, startAndLengthTexts, typedStartAt } from './booking-time.ts';
import {
  type NewPetField,
  newPetSchema,
  parseNewPetText,
  parseRegistration,
  type Registration,
} from './registration.ts';
import { hasDuplicateStart, remainingTimes, repeatDates, repeatErrors, repeatSchema } from './repeat.ts';

/** A store to book in, with its zone resolved to an IANA name. */
export type BookingStore = Omit<ReceivedStore, 'timeZone'> & { timeZone: string };

/** The lists from which a booking form takes its options. */
export interface BookingLists {
  companyId: string;
  stores: readonly BookingStore[];
  /** All employees, including former ones. */
  employees: readonly ReceivedEmployee[];
  /** All visit types, including those that can no longer be booked. */
  types: readonly ReceivedAppointmentType[];
}

/** The initial values of the panel, from a link, a place on the calendar, or an earlier appointment. */
export interface BookingPrefill {
  petId?: string | undefined;
  /** The id of the pet's client, if the link contains it. With it, the pet can be found in one request. */
  clientId?: string | undefined;
  visitTypeId?: string | undefined;
  storeId?: string | undefined;
  /** The first store that the calendar shows; used if no store was selected. */
  shownStoreId?: string | undefined;
  /** The room that was clicked. */
  roomId?: string | undefined;
  employeeId?: string | undefined;
  /** Wall-clock time of the store, `YYYY-MM-DDTHH:MM`. */
  start?: string | undefined;
  /** Wall-clock time of the store, `YYYY-MM-DDTHH:MM`. */
  end?: string | undefined;
  /** The phone number of a client who is not on file. */
  phone?: string | undefined;
}

/** Whether a booking can be moved into the selected room. Otherwise only the practice system assigns rooms. */
export function canAssignRoom({ changeAppointment }: Capabilities): boolean {
  return changeAppointment?.fields.includes('roomId') === true;
}

const petChoiceSchema = z.object({
  id: z.string(),
  clientId: z.nullable(z.string()),
  clientName: z.string(),
  name: z.string(),
  species: z.string(),
  breed: z.nullable(z.string()),
  // A pet that has just been registered has none of these.
  alert: z.optional(z.nullable(z.string())),
  deceasedOn: z.optional(z.nullable(z.string())),
  isActive: z.optional(z.boolean()),
});
export type PetChoice = z.infer<typeof petChoiceSchema>;

/**
 * The user's input in a form, of the right shape but not yet validated. Empty values have defaults: the day of the
 * calendar, the first free start, the length of the visit type.
 */
export const bookingValuesSchema = z.object({
  pet: z.nullable(petChoiceSchema),
  /** A new pet, possibly with a new client, to be registered with the booking. */
  newPet: z.nullable(newPetSchema),
  visitTypeId: z.nullable(z.string()),
  /** Null for no preference: a vet who is free is assigned. {@link UNASSIGNED} if the vet is decided later. */
  employeeId: z.nullable(z.string()),
  storeId: z.string(),
  /** The typed text if it cannot be read as a date; otherwise empty. */
  date: z.string(),
  /** As typed, in the store's wall-clock time. */
  start: z.string(),
  /** Which of two identical times is meant on the day when the clocks go back; null until one is selected. */
  fold: z.nullable(z.enum(['first', 'second'])),
  /** As typed. */
  length: z.string(),
  /** Null to let the practice system choose a room. */
  roomId: z.nullable(z.string()),
  notes: z.string(),
  /** Null for a single appointment. */
  repeat: z._default(z.nullable(repeatSchema), null),
  /** Text in a combobox that matches no option, as typed; otherwise empty. */
  unmatched: z.object({ pet: z.string(), visitTypeId: z.string(), employeeId: z.string() }),
});
export type BookingValues = z.infer<typeof bookingValuesSchema>;

/** The fields that are comboboxes. */
export type ComboboxField = keyof BookingValues['unmatched'];

/** The values with which a new form opens: those of the prefill, otherwise empty ones. */
export function initialBookingValues(
  prefill: BookingPrefill,
  { stores, types }: Pick<BookingLists, 'stores' | 'types'>,
  newPetFields: readonly NewPetField[] | null = null,
): BookingValues {
  const storeId = prefill.storeId ?? prefill.shownStoreId;
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  const type = types.find(({ id, isActive }) => isActive && id === prefill.visitTypeId);
  return {
    pet: null,
    newPet: prefill.phone !== undefined && newPetFields !== null ? parseNewPetText(prefill.phone) : null,
    visitTypeId: type?.id ?? null,
    employeeId: prefill.employeeId ?? null,
    storeId: store?.id ?? '',
    date: '',
    ...startAndLengthTexts(prefill, store?.timeZone ?? 'UTC'),
    fold: null,
    roomId: prefill.roomId ?? null,
    notes: '',
    repeat: null,
    unmatched: { pet: prefill.phone ?? '', visitTypeId: '', employeeId: '' },
  };
}

/** The main employee of an appointment or, if none is marked as such, the first one. */
export const mainEmployeeOf = ({ employees }: Pick<ReceivedAppointment, 'employees'>) =>
  employees.find(({ isMainEmployee }) => isMainEmployee) ?? employees[0];

/**
 * The values for rescheduling an appointment: the same vet, start and length, in any suitable room.
 *
 * @param isVetAway whether the vet is away, so that the form starts without a preferred vet
 */
export function reschedulingValues(appointment: ReceivedAppointment, zone: string, isVetAway: boolean): BookingValues {
  const vetId = mainEmployeeOf(appointment)?.id ?? (needsVet(appointment.visitTypeCategory) ? UNASSIGNED : null);
  const { start, end } = recordedTime(appointment);
  return {
    ...initialBookingValues({}, { stores: [], types: [] }),
    visitTypeId: appointment.visitTypeId,
    employeeId: isVetAway ? null : vetId,
    storeId: appointment.storeId ?? '',
    ...typedStartAt(zone, start),
    // An appointment without a valid end gets the usual length of its type.
    length: end > start ? durationBetween(start, end) : '',
  };
}

/** The form values that change when a place on the calendar is selected. Only a drag changes the length. */
export function valuesOfPlace(
  values: BookingValues,
  place: Pick<BookingPrefill, 'storeId' | 'roomId' | 'employeeId' | 'start' | 'end'>,
  stores: readonly BookingStore[],
): Partial<BookingValues> {
  const storeId = place.storeId ?? values.storeId;
  const zone = stores.find(({ id }) => id === storeId)?.timeZone ?? 'UTC';
  const { start, length } = startAndLengthTexts(place, zone);
  const isSameStore = storeId === values.storeId;
  return {
    storeId,
    start,
    fold: null,
    date: '',
    ...(length === '' ? {} : { length }),
    // If the selected column is not a room, the form keeps its room, unless the store changes.
    ...(place.roomId !== undefined || !isSameStore ? { roomId: place.roomId ?? null } : {}),
    ...(place.employeeId === undefined ? {} : { employeeId: place.employeeId }),
  };
}

/** The validated values of a form, for a new booking or a change. */
export interface Booking {
  store: BookingStore;
  time: Interval;
  /** The times of all appointments of a series, in order; only `time` for a single appointment. */
  times: Interval[];
  pet: PetChoice | null;
  registration: Registration | null;
  visitTypeId: string;
  employeeId: string | null;
  /** Whether no vet was chosen, so that `employeeId` is a vet who is free. */
  anyVet: boolean;
  roomId: string | null;
  status: string;
  notes: string;
}

/** The data that a form is validated against, and the defaults of empty fields. */
export interface ValidationContext extends Pick<BookingLists, 'stores' | 'types'> {
  day: string;
  /** The start if none is typed; milliseconds since 1970-01-01T00:00Z. */
  start: number | null;
  /** The vet if none is selected. */
  employeeId: string | null;
  roomId: string | null;
  status: string;
  /** Whether an existing appointment is being rescheduled, which needs neither pet nor type. */
  isMoved: boolean;
  /** Whether the booking is for a walk-in, which starts now and cannot be repeated. */
  isNow: boolean;
  /** The fields of a new client and pet that the practice API can store; null if it cannot register them. */
  newPetFields: readonly NewPetField[] | null;
}

export type BookingErrors = Partial<Record<Path<BookingValues>, string>>;

/** Turns the values of a form into a booking, or returns the errors of all fields. */
export function validateBooking(
  values: BookingValues,
  context: ValidationContext,
): { booking: Booking } | { errors: BookingErrors } {
  const errors: BookingErrors = {};
  const store = context.stores.find(({ id }) => id === values.storeId);
  const type = context.types.find(({ id }) => id === values.visitTypeId) ?? null;
  const { pet, visitTypeId, employeeId } = values.unmatched;
  const registered = values.newPet && parseRegistration(values.newPet, context.newPetFields ?? []);
  if (registered && 'errors' in registered)
    for (const [field, error] of Object.entries(registered.errors))
      errors[`newPet.${field}` as Path<BookingValues>] = error;
  if (!context.isMoved && !registered) {
    if (pet !== '') errors.pet = t`No pet matches “${pet}”. Choose one from the list.`;
    else if (!values.pet) errors.pet = t`Choose a pet: type the name of the pet or client.`;
  }
  if (visitTypeId !== '') errors.visitTypeId = t`No visit type matches “${visitTypeId}”. Choose one from the list.`;
  else if (!values.visitTypeId && !context.isMoved) errors.visitTypeId = t`Choose the visit type.`;
  if (employeeId !== '') errors.employeeId = t`No one matches “${employeeId}”. Choose someone or clear the field.`;
  if (!store) errors.storeId = t({ message: 'Choose the store.', comment: 'a location of the practice' });
  if (values.date !== '' || !isUsableDate(context.day)) errors.date = t`Enter the date.`;
  const when = store ? resolveTime(values, { store, day: context.day, type }, context.start) : null;
  if (when && when.start === null && values.date === '') errors.start = startError(when, values.fold);
  if (when && when.length === null)
    errors.length = t({
      message: 'Enter a length such as 30, 1h30 or 2 d.',
      comment: 'of an appointment, in minutes, hours or days: examples as people type them',
    });
  const repeat = context.isNow ? null : values.repeat;
  for (const [field, error] of Object.entries(repeat ? repeatErrors(repeat) : {}))
    errors[`repeat.${field}` as Path<BookingValues>] = error;
  const dates = repeat && store && when?.time ? repeatDates(repeat, when.time, store.timeZone) : null;
  const times = dates ? remainingTimes(dates) : when?.time ? [when.time] : [];
  if (hasDuplicateStart(times))
    errors['repeat.changed'] = t`Two of the appointments start at the same time. Move one of them or leave it out.`;
  if (!textSchema.safeParse(values.notes).success)
    errors.notes = t`The notes contain a character that can’t be saved. Type them again.`;
  if (Object.keys(errors).length > 0 || !store || !when?.time) return { errors };
  return {
    booking: {
      store,
      time: when.time,
      times,
      pet: values.pet,
      registration: registered && 'registration' in registered ? registered.registration : null,
      visitTypeId: values.visitTypeId ?? '',
      employeeId: values.employeeId === UNASSIGNED ? null : (values.employeeId ?? context.employeeId),
      anyVet: values.employeeId === null,
      roomId: roomAtStore(store, values) ?? context.roomId,
      status: context.status,
      notes: values.notes,
    },
  };
}

function startError({ wall }: RequestedTime, fold: Fold | null): string {
  if (wall?.kind === 'skipped') return texts.noSuchTime;
  if (wall?.kind === 'twice' && fold === null)
    return t`This time occurs twice on that day because the clocks go back. Choose the first or the second.`;
  return texts.notATime;
}

/** The id of the selected room; null if none is selected, or if it belongs to another store. */
export function roomAtStore(
  store: Pick<BookingStore, 'rooms'>,
  { roomId }: Pick<BookingValues, 'roomId'>,
): string | null {
  return store.rooms.some(({ id }) => id === roomId) ? roomId : null;
}
