import type { BookingPageTexts, VisitorFields } from '#client-texts/booking/booking-page-texts.ts';
import { requesterFields } from '#contract/online-booking.ts';
import { isDeliverable } from '#service/sending/email.ts';
import { cleanLine, cleanLines, toLatinDigits } from './form-body.ts';

/** The fields for a visitor, in the order of the form. */
export const visitorFields = ['petName', 'species', 'note', 'firstName', 'lastName', 'email', 'phone'] as const;
export type VisitorField = (typeof visitorFields)[number];

/** The fields of a visitor exactly as typed so far. */
export type TypedVisitor = VisitorFields<string>;

/** The problem with each field that has one. */
export type FieldProblems = Partial<Record<VisitorField, 'missing' | 'too_long' | 'invalid' | 'undeliverable'>>;

/** The valid fields of a visitor, normalised as the practice stores them. */
export type Visitor = Omit<TypedVisitor, 'note'> & { note: string | null };

export const readTypedVisitor = (fields: Partial<Record<string, string>>): TypedVisitor => {
  const { firstName = '', lastName = '', email = '', phone = '', petName = '', species = '', note = '' } = fields;
  return { firstName, lastName, email, phone, petName, species, note };
};

/** The maximum lengths of the fields, in UTF-16 units. */
const maxLengths: VisitorFields<number> = {
  ...{ firstName: 200, lastName: 200, email: 200, phone: 40, petName: 200, species: 200, note: 1_000 },
};

/** Returns the visitor, or the faults of all invalid fields. */
export function checkVisitor(
  typed: TypedVisitor,
): { visitor: Visitor; faults: null } | { visitor: null; faults: FieldProblems } {
  const cleaned = {
    ...{ firstName: cleanLine(typed.firstName), lastName: cleanLine(typed.lastName), email: cleanLine(typed.email) },
    ...{ phone: toLatinDigits(cleanLine(typed.phone)), petName: cleanLine(typed.petName) },
    ...{ species: cleanLine(typed.species), note: cleanLines(typed.note) },
  };
  const faults: FieldProblems = {};
  const readLine = (field: Exclude<VisitorField, 'note'>): string => {
    const parsed = requesterFields[field].safeParse(cleaned[field]);
    const isGood = parsed.success && (field !== 'email' || isDeliverable(parsed.data));
    if (isGood) return parsed.data;
    const { length } = cleaned[field];
    faults[field] =
      length > maxLengths[field]
        ? 'too_long'
        : /^[\u202a-\u202e\u2066-\u2069\s]*$/.test(cleaned[field])
          ? 'missing'
          : 'invalid';
    return '';
  };
  // Every field is read, so that every problem is found.
  const visitor: Visitor = {
    ...{
      firstName: readLine('firstName'),
      lastName: readLine('lastName'),
      email: readLine('email'),
      phone: readLine('phone'),
    },
    ...{ petName: readLine('petName'), species: readLine('species'), note: cleaned.note === '' ? null : cleaned.note },
  };
  if (cleaned.note.length > maxLengths.note) faults.note = 'too_long';
  return Object.keys(faults).length === 0 ? { visitor, faults: null } : { visitor: null, faults };
}

/** The sentence about the problem with a field; null if it has none. */
export function describeFieldProblem(
  field: VisitorField,
  { typed, faults, texts }: { typed: TypedVisitor; faults: FieldProblems; texts: BookingPageTexts },
): string | null {
  const fault = faults[field];
  if (fault === undefined) return null;
  if (fault === 'missing') return texts.missing;
  if (fault === 'undeliverable') return texts.undeliverable;
  if (fault === 'too_long') {
    const count = cleanLines(typed[field]).length;
    return texts.tooLong.replace('{max}', String(maxLengths[field])).replace('{count}', String(count));
  }
  return field === 'phone' ? texts.invalidPhone : texts.invalidEmail;
}
