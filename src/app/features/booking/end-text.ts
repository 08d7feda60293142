import type { BookingFormValues } from './booking-model.ts';

/** What is being typed as the end. */
export interface TypedEnd {
  text: string;
  /** The length in the form at that time. */
  length: string;
}

/**
 * The text in the field of the end, as typed; null where the end that follows from the length is to be shown. Typed text
 * counts only while the form still holds it: a visit type, a free time or another length that is chosen meanwhile has
 * replaced it, and what is on the screen must be what is booked.
 */
export function endTextOf(typed: TypedEnd | null, form: Pick<BookingFormValues, 'length' | 'end'>): string | null {
  if (typed !== null && typed.text.trim() === form.end && typed.length === form.length) return typed.text;
  return form.end === '' ? null : form.end;
}
