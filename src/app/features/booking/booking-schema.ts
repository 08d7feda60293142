import { t } from '@lingui/core/macro';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { dateIn, isDate } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { parseClockTime, parseDuration } from '#app/scheduling/typed-time.ts';
import {
  clockAt,
  foldOf,
  formatClockTime,
  instantOfWallTime,
  nextTimeAfter,
  resolveWallTime,
  type WallTime,
} from '#app/scheduling/wall-clock.ts';
import { words } from '#app/text/words.ts';
import { createAppointmentSchema, defaultAppointmentStatus } from '#contract/appointment.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedStore } from '#contract/received.ts';

/** A store to book in, its zone resolved: an IANA name, never missing. */
export type BookingStore = Omit<ReceivedStore, 'timeZone'> & { timeZone: string };

/** What the form begins with, from a link, a place on the board, or an earlier appointment. */
export interface BookingPrefill {
  petId?: string | undefined;
  /** The pet's owner where known: it finds the pet in one request. */
  clientId?: string | undefined;
  visitTypeId?: string | undefined;
  storeId?: string | undefined;
  /** The room that was clicked. No create can ask for it; where a change can, the booking is put into it then. */
  roomId?: string | undefined;
  employeeId?: string | undefined;
  /** The day on the board, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** The first day, `YYYY-MM-DD`, of which any on which the store opens will do; it wins over `date`. */
  from?: string | undefined;
  /** Wall clock of the store, `YYYY-MM-DDTHH:MM`; it wins over `date` and `from`. */
  start?: string | undefined;
  /** Wall clock of the store, `YYYY-MM-DDTHH:MM`. */
  end?: string | undefined;
}

/** Whether a booking can be put into the room that was clicked; else the practice system alone assigns it. */
export function canPlace({ changeAppointment }: Capabilities): boolean {
  return changeAppointment?.includes('roomId') === true;
}

const petChoiceSchema = z.object({
  id: z.string(),
  clientId: z.string().nullable(),
  clientName: z.string(),
  name: z.string(),
  species: z.string(),
  breed: z.string().nullable(),
});
/** The pet as the form keeps it, also in a draft. */
export type PetChoice = z.infer<typeof petChoiceSchema>;

/** Somebody who is not on file yet: as typed, and how far putting them there has come. */
export const newcomerSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  petName: z.string(),
  species: z.string(),
  /** The client once they are on file, because they were put there or because they were there already. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What was sent and not answered, when (milliseconds since 1970), and under which idempotency key. */
  sent: z.object({ step: z.enum(['client', 'pet']), key: z.string().nullable(), at: z.number() }).nullable(),
});
export type Newcomer = z.infer<typeof newcomerSchema>;

/** What the form holds while it is filled in, and what a draft keeps of it: right in shape, not yet in meaning. */
export const formValuesSchema = z.object({
  pet: petChoiceSchema.nullable(),
  visitTypeId: z.string().nullable(),
  storeId: z.string(),
  /** `YYYY-MM-DD` on the store's calendar, or empty. */
  date: z.string(),
  /** As typed, in the store's wall clock. */
  start: z.string(),
  /** Which of two equal times is meant when clocks go back; null until asked. */
  fold: z.enum(['first', 'second']).nullable(),
  /** As typed. */
  length: z.string(),
  /** As typed; it wins over the length while it stands, and is empty otherwise. */
  end: z.string(),
  employeeId: z.string().nullable(),
  status: z.string(),
  notes: z.string(),
  /** Text that was left in a field with a list and matches nothing in it, as typed; empty otherwise. */
  unmatched: z.object({ pet: z.string(), visitTypeId: z.string(), employeeId: z.string() }),
  /** Null while nobody new is being put on file. */
  newcomer: newcomerSchema.nullable(),
});
export type FormValues = z.infer<typeof formValuesSchema>;

/** The fields that are filled in by typing and choosing from a list. */
export type ListField = keyof FormValues['unmatched'];

/** The body of the create, with exactly the document's properties (section 4.3). */
export const bookingRequestSchema = createAppointmentSchema.extend({
  // A status that the contract does not know may have joined the enum since: it is sent as the enum spells it.
  status: z.string().min(1).optional(),
});
export type BookingRequest = z.infer<typeof bookingRequestSchema>;

/** The form as react-hook-form holds it: typed values in, the document's request out. */
export type BookingForm = UseFormReturn<FormValues, unknown, BookingRequest>;

/** Whether two requests ask for the same appointment in every respect. */
export function isSameRequest(one: BookingRequest, other: BookingRequest): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable({
  companyId,
  storeIds,
  petId,
  visitTypeId,
  start,
  end,
  status,
  employeeId,
  notes,
}: BookingRequest) {
  return [companyId, storeIds, petId, visitTypeId, start, end, status ?? '', employeeId ?? '', notes ?? ''];
}

/** The field of the form that each property of the request comes from. */
const fieldOfProperty = new Map<string, keyof FormValues>([
  ['petId', 'pet'],
  ['visitTypeId', 'visitTypeId'],
  ['storeIds', 'storeId'],
  ['start', 'start'],
  ['end', 'length'],
  ['status', 'status'],
  ['employeeId', 'employeeId'],
  ['notes', 'notes'],
]);

/** The field of the form that a property of the request, or a word of an error's suggestion, comes from. */
export function fieldOf(property: string): keyof FormValues | null {
  return fieldOfProperty.get(property) ?? null;
}

/** What the form's date and start mean in the store's zone; null while one of them cannot be read. */
export function wallTimeOf(values: Pick<FormValues, 'date' | 'start'>, zone: string): WallTime | null {
  const time = parseClockTime(values.start);
  return time && isDate(values.date) ? resolveWallTime(zone, values.date, time) : null;
}

type FormTimes = Pick<FormValues, 'date' | 'start' | 'fold' | 'length' | 'end'>;

/** The time that the form asks for; null while it is incomplete or ambiguous. */
export function requestedTime(values: FormTimes, zone: string): Interval | null {
  const wall = wallTimeOf(values, zone);
  const start = wall && instantOfWallTime(wall, values.fold);
  if (start === null) return null;
  if (values.end !== '') {
    const end = parseClockTime(values.end);
    return end && { start, end: nextTimeAfter(zone, start, end) };
  }
  const minutes = parseDuration(values.length);
  return minutes === null ? null : { start, end: start + minutes * 60_000 };
}

/** What the form holds of a start at an instant (whole minutes) in the store's zone. */
export function startFields(
  zone: string,
  instant: number,
  twelveHours: boolean,
): Pick<FormValues, 'date' | 'start' | 'fold'> {
  return {
    date: dateIn(zone, instant),
    start: formatClockTime(clockAt(zone, instant), twelveHours),
    fold: foldOf(zone, instant),
  };
}

function lengthAdvice(): string {
  return t({
    message: 'Enter a length such as 30, 1h30 or 2 d.',
    comment: 'of an appointment, in minutes, hours or days: examples as people type them',
  });
}

interface BookingSchemaOptions {
  companyId: string;
  stores: readonly BookingStore[];
}

/**
 * The schema from the form's values to the request. Every wrong field has an issue of its own, all at once; instants are
 * reckoned by Temporal in the zone of the chosen store and written in UTC. The status is left out where it is the
 * service's own default (section 3), a note that is empty or only white space too.
 */
export function createBookingSchema({ companyId, stores }: BookingSchemaOptions) {
  return formValuesSchema.transform((values, context): BookingRequest => {
    let faults = 0;
    const fault = (field: keyof FormValues, message: string) => {
      faults += 1;
      context.issues.push({ code: 'custom', path: [field], message, input: values[field] });
    };
    const store = stores.find(({ id }) => id === values.storeId);
    const { pet, visitTypeId: visitType, employeeId: vet } = values.unmatched;
    if (values.newcomer) fault('pet', t`Register the new client and pet first, or cancel that and choose a pet.`);
    else if (pet !== '') fault('pet', t`“${pet}” matches no pet: choose one from the list.`);
    else if (!values.pet) fault('pet', t`Choose the pet: type the pet or owner name.`);
    if (visitType !== '') fault('visitTypeId', t`“${visitType}” matches no visit type: choose one from the list.`);
    else if (!values.visitTypeId) fault('visitTypeId', t`Choose the visit type.`);
    if (!store) fault('storeId', t({ message: 'Choose the store.', comment: 'a location of the practice' }));
    if (!isDate(values.date)) fault('date', t`Enter the date.`);
    if (!parseClockTime(values.start)) fault('start', t`Enter a time such as 9:30 or 14:00.`);
    if (values.end !== '') {
      if (!parseClockTime(values.end)) fault('end', t`Enter a time such as 10:00 or 14:30.`);
    } else if (parseDuration(values.length) === null) fault('length', lengthAdvice());
    if (vet !== '') fault('employeeId', t`“${vet}” matches nobody: choose someone, or empty the field.`);
    if (store) {
      const wall = wallTimeOf(values, store.timeZone);
      if (wall?.kind === 'skipped') fault('start', words.noSuchTime);
      if (wall?.kind === 'twice' && values.fold === null)
        fault('start', t`This time comes twice on that day: the clocks go back. Choose which one.`);
    }
    const time = store ? requestedTime(values, store.timeZone) : null;
    if (faults > 0 || !time || !store || !values.pet || !values.visitTypeId) return z.NEVER;
    const request = bookingRequestSchema.safeParse({
      companyId,
      storeIds: [store.id],
      petId: values.pet.id,
      visitTypeId: values.visitTypeId,
      start: instantText(time.start),
      end: instantText(time.end),
      ...(values.status === defaultAppointmentStatus || values.status === '' ? {} : { status: values.status }),
      ...(values.employeeId ? { employeeId: values.employeeId } : {}),
      ...(values.notes.trim() === '' ? {} : { notes: values.notes }),
    });
    if (request.success) return request.data;
    for (const issue of request.error.issues) {
      const reason = issue.message;
      fault(fieldOf(String(issue.path[0])) ?? 'pet', t`The practice system would refuse this: ${reason}.`);
    }
    return z.NEVER;
  });
}

/** An instant in milliseconds as the API writes it, in UTC. Outside the years that a Date reaches it is no date-time. */
function instantText(instant: number): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
