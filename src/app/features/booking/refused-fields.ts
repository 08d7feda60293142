import type { BookingFormValues } from './booking-model.ts';
import { fieldOf } from './booking-schema.ts';

const PROPERTY = /[A-Za-z]+/g;

/** The fields of the form whose property of the request an error's suggestion names, in the order of naming. */
export function fieldsNamed(suggestion: string): (keyof BookingFormValues)[] {
  const fields = (suggestion.match(PROPERTY) ?? []).map(fieldOf).filter((field) => field !== null);
  return [...new Set(fields)];
}
