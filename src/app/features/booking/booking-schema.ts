import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { dateIn, isDate, isUsableDate } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import {
  clockAt,
  foldOf,
  formatClockTime,
  instantOfWallTime,
  nextTimeAfter,
  resolveWallTime,
  usesTwelveHours,
  type WallTime,
} from '#app/scheduling/wall-clock.ts';
import { words } from '#app/text/shared-texts.ts';
import { parseDuration, parseEnd, parseStart } from '#app/typed/times.ts';
import { createAppointmentSchema, defaultAppointmentStatus } from '#contract/appointment.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee, ReceivedStore } from '#contract/received.ts';

/** A store to book in, its zone resolved: an IANA name, never missing. */
export type BookingStore = Omit<ReceivedStore, 'timeZone'> & { timeZone: string };

/** What a booking is chosen from. */
export interface BookingLists {
  companyId: string;
  /** The stores to book in, each with its zone resolved. */
  stores: readonly BookingStore[];
  /** All staff, including those who have left. */
  employees: readonly ReceivedEmployee[];
  /** All types, including those that can no longer be booked. */
  appointmentTypes: readonly ReceivedAppointmentType[];
}

/** The initial values of the form, from a link, a place on the board, or an earlier appointment. */
export interface BookingPrefill {
  petId?: string | undefined;
  /** The pet's owner where known, with which the pet is found in one request. */
  clientId?: string | undefined;
  visitTypeId?: string | undefined;
  storeId?: string | undefined;
  /** The room that was clicked. */
  roomId?: string | undefined;
  employeeId?: string | undefined;
  /** The day on the board, `YYYY-MM-DD`. */
  date?: string | undefined;
  /**
   * The earliest day, `YYYY-MM-DD`: the form begins with the first day from it on which the store is open. Takes
   * precedence over `date`.
   */
  from?: string | undefined;
  /** Wall-clock time of the store, `YYYY-MM-DDTHH:MM`. Takes precedence over `date` and `from`. */
  start?: string | undefined;
  /** Wall clock of the store, `YYYY-MM-DDTHH:MM`. */
  end?: string | undefined;
  /** The status to begin with; the API's own default where it is missing. */
  status?: string | undefined;
  /** For a patient who is here without an appointment: it starts now, checked in. */
  walkIn?: boolean | undefined;
  /** The phone number of a client who is not on file. */
  phone?: string | undefined;
  /** Whether that client can be registered here. */
  registers?: boolean;
}

/** Whether a booking can be moved into the room that was chosen; otherwise the practice system alone assigns rooms. */
export function canPlace({ changeAppointment }: Capabilities): boolean {
  return changeAppointment?.fields.includes('roomId') === true;
}

/** Whether a client who is not on file can be registered with a pet. */
export function canRegisterClients({ createClient, createPet }: Capabilities): boolean {
  return createClient !== undefined && createPet !== undefined;
}

/** Whether there is a plan of who is on duty and what is blocked that the person may read. */
export function isPlanned({ listAvailability }: Capabilities): boolean {
  return listAvailability !== undefined;
}

const petChoiceSchema = z.object({
  id: z.string(),
  clientId: z.nullable(z.string()),
  clientName: z.string(),
  name: z.string(),
  species: z.string(),
  breed: z.nullable(z.string()),
});
/** The pet as the form and its drafts store it. */
export type PetChoice = z.infer<typeof petChoiceSchema>;

/** A client who is not on file yet: as typed, and how far the registration has come. */
const newClientSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  petName: z.string(),
  species: z.string(),
  /** The client once they are on file, newly registered or found. */
  client: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The create that was sent and not answered, with its time (milliseconds since 1970) and its idempotency key. */
  sent: z.nullable(z.object({ step: z.enum(['client', 'pet']), key: z.nullable(z.string()), at: z.number() })),
});
export type NewClientEntry = z.infer<typeof newClientSchema>;

/** The values of the form while it is filled in, and of a draft: the right shape, not validated yet. */
export const formValuesSchema = z.object({
  pet: z.nullable(petChoiceSchema),
  visitTypeId: z.nullable(z.string()),
  storeId: z.string(),
  /** `YYYY-MM-DD` on the store's calendar, or a text that is not read as a date yet, as typed. */
  date: z.string(),
  /** As typed, in the store's wall clock. */
  start: z.string(),
  /** Which of two equal times is meant when clocks go back; null until chosen. */
  fold: z.nullable(z.enum(['first', 'second'])),
  /** As typed. */
  length: z.string(),
  /** As typed. Takes precedence over the length unless it is empty. */
  end: z.string(),
  employeeId: z.nullable(z.string()),
  /**
   * The room that was clicked or chosen; null for any. A create cannot choose a room; where appointments can be changed,
   * the booking is moved into it afterwards.
   */
  roomId: z.nullable(z.string()),
  status: z.string(),
  notes: z.string(),
  /** Text left in a combobox that matches no option, as typed; empty otherwise. */
  unmatched: z.object({ pet: z.string(), visitTypeId: z.string(), employeeId: z.string() }),
  /** Null while no new client is being registered. */
  newClient: z.nullable(newClientSchema),
});
export type FormValues = z.infer<typeof formValuesSchema>;

/** The fields that are comboboxes. */
export type ListField = keyof FormValues['unmatched'];

/** The body of the create, with exactly the document's properties (section 4.3). */
export const bookingRequestSchema = z.extend(createAppointmentSchema, {
  // A status that is newer than the contract is sent as the enum spells it.
  status: z.optional(z.string().check(z.minLength(1))),
});
export type BookingRequest = z.infer<typeof bookingRequestSchema>;

/** The type of the form for react-hook-form: form values in, the document's request out. */
export type BookingForm = UseFormReturn<FormValues, unknown, BookingRequest>;

/** The current values of the form. */
export function useFormValues(form: BookingForm): FormValues {
  const watched = useWatch({ control: form.control });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are another object whenever one of them changes.
  return useMemo(() => form.getValues(), [form, watched]);
}

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

/** The form field of each property of the request. */
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

/** The form field of a property of the request, or of a name in an error's suggestion. */
function fieldOf(property: string): keyof FormValues | null {
  return fieldOfProperty.get(property) ?? null;
}

/**
 * Property names that are not also words. "Start" and "status" are words, and count only where they are marked as
 * names.
 */
const UNMISTAKABLE = 'petId|visitTypeId|employeeId|storeIds';
const QUOTES = '["\'`‘’“”]';
const NAMING = new RegExp(
  [String.raw`(?:^|[;\n])\s*(\w+)[\w.[\]]*:`, `${QUOTES}(\\w+)${QUOTES}`, String.raw`\b(${UNMISTAKABLE})\b`].join('|'),
  'g',
);

/**
 * The form fields whose properties an error's suggestion names, in the order of the text: before a colon (`employeeId:
 * no such employee`), in quotation marks, or by an unmistakable name.
 */
export function fieldsNamed(suggestion: string): (keyof FormValues)[] {
  const names = [...suggestion.matchAll(NAMING)].map(([, prefix, quoted, bare]) => prefix ?? quoted ?? bare ?? '');
  return [...new Set(names.map(fieldOf).filter((field) => field !== null))];
}

/** The part of a suggestion that is about a field, without the name of its property; empty where nothing is left. */
export function adviceAt(field: keyof FormValues, suggestion: string): string {
  const clauses = clausesOf(suggestion);
  const own = clauses.filter((clause) => fieldsNamed(clause).includes(field));
  const others = clauses.filter((clause) => fieldsNamed(clause).length === 0);
  const [about] = [own, others, clauses].filter((some) => some.length > 0);
  return (about ?? []).map(withoutName).filter(Boolean).join('; ');
}

/** A suggestion without the names of properties before its parts. */
export function suggestionText(suggestion: string): string {
  return clausesOf(suggestion).map(withoutName).filter(Boolean).join('; ');
}

function clausesOf(suggestion: string): string[] {
  return suggestion
    .split(/[;\n]/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

function withoutName(clause: string): string {
  const [prefix = '', name = ''] = /^(\w+)[\w.[\]]*:\s*/.exec(clause) ?? [];
  return fieldOf(name) === null ? clause : clause.slice(prefix.length);
}

/** What of a store decides how a typed time is read. */
type Clock = Pick<BookingStore, 'timeZone' | 'openingHours'>;

/** The start as typed, read within the store's hours; null where it cannot be parsed. */
export function startOf({ date, start }: Pick<FormValues, 'date' | 'start'>, { openingHours }: Clock) {
  return parseStart(start, openingHours, date);
}

/** The same of the end. */
export function endOf(values: Pick<FormValues, 'date' | 'start' | 'end'>, store: Clock) {
  return parseEnd(values.end, store.openingHours, values.date, startOf(values, store));
}

/** The form's date and start in the store's zone; null while one of them cannot be parsed. */
export function wallTimeOf(values: Pick<FormValues, 'date' | 'start'>, store: Clock): WallTime | null {
  const time = startOf(values, store);
  return time && isDate(values.date) ? resolveWallTime(store.timeZone, values.date, time) : null;
}

type FormTimes = Pick<FormValues, 'date' | 'start' | 'fold' | 'length' | 'end'>;

/** The time in the form, which ends after it starts; null while it is incomplete or ambiguous. */
export function requestedTime(values: FormTimes, store: Clock): Interval | null {
  const wall = wallTimeOf(values, store);
  const start = wall && instantOfWallTime(wall, values.fold);
  if (start === null) return null;
  if (values.end !== '') {
    const end = endOf(values, store);
    return end && { start, end: nextTimeAfter(store.timeZone, start, end) };
  }
  const minutes = parseDuration(values.length);
  return minutes === null ? null : { start, end: start + minutes * 60_000 };
}

/** What the form has of each list, null where that is none of them, and its time, null while it is incomplete or ambiguous. */
export function chosenIn(
  values: FormValues,
  { stores, employees, appointmentTypes }: Pick<BookingLists, 'stores' | 'employees' | 'appointmentTypes'>,
) {
  const store = stores.find(({ id }) => id === values.storeId) ?? null;
  return {
    store,
    time: store && requestedTime(values, store),
    vet: employees.find(({ id }) => id === values.employeeId) ?? null,
    type: appointmentTypes.find(({ id }) => id === values.visitTypeId) ?? null,
  };
}

/** The end while it is being typed. */
export interface TypedEnd {
  text: string;
  /** The form's length when the typing began. */
  length: string;
}

/**
 * The text typed into the end field; null where the end computed from the length is to be shown. Typed text counts
 * only while the form still has it: a visit type, a free time or another length chosen meanwhile replaces it, and what
 * is on the screen must be what is booked.
 */
export function endTextOf(typed: TypedEnd | null, form: Pick<FormValues, 'length' | 'end'>): string | null {
  if (typed !== null && typed.text.trim() === form.end && typed.length === form.length) return typed.text;
  return form.end === '' ? null : form.end;
}

/** The form values of a start at an instant (whole minutes) in the store's zone. */
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

/** Fills in a start at an instant (whole minutes) in the store's zone. */
export function fillStart(
  setValue: BookingForm['setValue'],
  zone: string,
  instant: number,
  options: { shouldDirty: boolean } = { shouldDirty: true },
): void {
  const { date, start, fold } = startFields(zone, instant, usesTwelveHours());
  setValue('date', date, options);
  setValue('start', start, options);
  setValue('fold', fold, options);
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
 * The schema from the form's values to the request. Every invalid field has its own issue, all at once. Instants are
 * computed by Temporal in the zone of the chosen store and written in UTC. The status is left out where it is the
 * service's own default (section 3), and so is a blank note.
 */
export function createBookingSchema({ companyId, stores }: BookingSchemaOptions) {
  return z.pipe(
    formValuesSchema,
    z.transform((values, context): BookingRequest => {
      let faults = 0;
      const fault = (field: keyof FormValues, message: string) => {
        faults += 1;
        context.issues.push({ code: 'custom', path: [field], message, input: values[field] });
      };
      const store = stores.find(({ id }) => id === values.storeId);
      const clock = store ?? { timeZone: 'UTC', openingHours: [] };
      const { pet, visitTypeId: visitType, employeeId: vet } = values.unmatched;
      if (values.newClient) fault('pet', t`Register the new client and pet first, or cancel that and choose a pet.`);
      else if (pet !== '') fault('pet', t`“${pet}” matches no pet: choose one from the list.`);
      else if (!values.pet) fault('pet', t`Choose the pet: type the pet or owner name.`);
      if (visitType !== '') fault('visitTypeId', t`“${visitType}” matches no visit type: choose one from the list.`);
      else if (!values.visitTypeId) fault('visitTypeId', t`Choose the visit type.`);
      if (!store) fault('storeId', t({ message: 'Choose the store.', comment: 'a location of the practice' }));
      if (!isUsableDate(values.date)) fault('date', t`Enter the date.`);
      if (!startOf(values, clock)) fault('start', t`Enter a time such as 9:30 or 14:00.`);
      if (values.end !== '') {
        if (!endOf(values, clock)) fault('end', t`Enter a time such as 10:00 or 14:30.`);
      } else if (parseDuration(values.length) === null) fault('length', lengthAdvice());
      if (vet !== '') fault('employeeId', t`“${vet}” matches nobody: choose someone, or empty the field.`);
      if (store) {
        const wall = wallTimeOf(values, store);
        if (wall?.kind === 'skipped') fault('start', words.noSuchTime);
        if (wall?.kind === 'twice' && values.fold === null)
          fault('start', t`This time comes twice on that day: the clocks go back. Choose which one.`);
      }
      const time = store ? requestedTime(values, store) : null;
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
    }),
  );
}

/** An instant in milliseconds as the API writes it, in UTC; an empty text outside the years that a Date supports. */
function instantText(instant: number): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
