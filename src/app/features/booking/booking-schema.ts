import { z } from 'zod';
import { isDate } from '#app/scheduling/calendar-day.ts';
import { parseDuration } from '#app/scheduling/duration.ts';
import { parseClockTime } from '#app/scheduling/wall-clock.ts';
import { createAppointmentSchema, defaultAppointmentStatus } from '#contract/appointment.ts';
import type { BookingFormValues, BookingStore } from './booking-model.ts';
import { spanOf, wallTimeOf } from './booking-times.ts';

/** A status that the contract does not know may have joined the enum since: it is sent as the enum spells it. */
const requestSchema = createAppointmentSchema.extend({ status: z.string().min(1).optional() });

/** The body of the create, with exactly the document's properties (section 4.3). */
export type BookingRequest = z.output<typeof requestSchema>;

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

const petChoiceSchema = z.object({
  id: z.string(),
  clientId: z.string().nullable(),
  clientName: z.string(),
  name: z.string(),
  species: z.string(),
  breed: z.string().nullable(),
});

/** The form's values as they are, also those of a stored draft: right in shape, not yet in meaning. */
export const bookingFormValuesSchema = z.object({
  pet: petChoiceSchema.nullable(),
  visitTypeId: z.string().nullable(),
  storeId: z.string(),
  date: z.string(),
  start: z.string(),
  fold: z.enum(['first', 'second']).nullable(),
  length: z.string(),
  end: z.string(),
  employeeId: z.string().nullable(),
  status: z.string(),
  notes: z.string(),
  unmatched: z.object({ pet: z.string(), visitTypeId: z.string(), employeeId: z.string() }).optional(),
}) satisfies z.ZodType<BookingFormValues>;

/** The field of the form that a property of the request comes from. */
const fieldOfProperty: Record<string, keyof BookingFormValues> = {
  petId: 'pet',
  visitTypeId: 'visitTypeId',
  storeIds: 'storeId',
  start: 'start',
  end: 'length',
  status: 'status',
  employeeId: 'employeeId',
  notes: 'notes',
};

/** The field of the form that a property of the request, or a word of an error's advice, comes from. */
export function fieldOf(property: string): keyof BookingFormValues | null {
  return Object.hasOwn(fieldOfProperty, property) ? (fieldOfProperty[property] ?? null) : null;
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
  return bookingFormValuesSchema.transform((values, context): BookingRequest => {
    let faults = 0;
    const fault = (field: keyof BookingFormValues, message: string) => {
      faults += 1;
      context.issues.push({ code: 'custom', path: [field], message, input: values[field] });
    };
    const store = stores.find(({ id }) => id === values.storeId);
    const { pet = '', visitTypeId = '', employeeId = '' } = values.unmatched ?? {};
    if (pet !== '') fault('pet', `“${pet}” stands for no pet yet: choose one from the list.`);
    else if (!values.pet) fault('pet', 'Choose the pet: type two letters of its or its owner’s name.');
    if (visitTypeId !== '') fault('visitTypeId', `“${visitTypeId}” is no visit type: choose one from the list.`);
    else if (!values.visitTypeId) fault('visitTypeId', 'Choose the visit type.');
    if (!store) fault('storeId', 'Choose the store.');
    if (!isDate(values.date)) fault('date', 'Enter the date.');
    if (!parseClockTime(values.start)) fault('start', 'Enter a time such as 9:30 or 14:00.');
    if (values.end !== '') {
      if (!parseClockTime(values.end)) fault('end', 'Enter a time such as 10:00 or 14:30.');
    } else if (parseDuration(values.length) === null) fault('length', 'Enter a length such as 30, 1h30 or 2 d.');
    if (employeeId !== '')
      fault('employeeId', `“${employeeId}” is nobody in the list: choose someone, or empty the field.`);
    if (store) {
      const wall = wallTimeOf(values, store.timeZone);
      if (wall?.kind === 'skipped') fault('start', 'This time does not exist on that day: the clocks go forward.');
      if (wall?.kind === 'twice' && values.fold === null)
        fault('start', 'This time comes twice on that day: the clocks go back. Choose which one.');
    }
    const span = store ? spanOf(values, store.timeZone) : null;
    if (faults > 0 || !span || !store || !values.pet || !values.visitTypeId) return z.NEVER;
    const request = requestSchema.safeParse({
      companyId,
      storeIds: [store.id],
      petId: values.pet.id,
      visitTypeId: values.visitTypeId,
      start: instantText(span.start),
      end: instantText(span.end),
      ...(values.status === defaultAppointmentStatus || values.status === '' ? {} : { status: values.status }),
      ...(values.employeeId ? { employeeId: values.employeeId } : {}),
      ...(values.notes.trim() === '' ? {} : { notes: values.notes }),
    });
    if (request.success) return request.data;
    for (const issue of request.error.issues) {
      fault(fieldOf(String(issue.path[0])) ?? 'pet', `The practice system would refuse this: ${issue.message}.`);
    }
    return z.NEVER;
  });
}

/** An instant in milliseconds as the API writes it, in UTC. Outside the years that a Date reaches it is no date-time. */
function instantText(instant: number): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
