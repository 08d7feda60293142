import { t } from '@lingui/core/macro';
import type { FieldError } from 'react-hook-form';
import { type FormValues, fieldOf } from './booking-schema.ts';

type Field = keyof FormValues;

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

/** The names that people use for properties of the request. */
const wordsOf: Record<string, string> = {
  get petId() {
    return t({ message: 'pet', comment: 'within a sentence of the practice system' });
  },
  get visitTypeId() {
    return t({ message: 'visit type', comment: 'within a sentence of the practice system' });
  },
  get storeIds() {
    return t({ message: 'store', comment: 'a location of the practice, within a sentence of the practice system' });
  },
  get employeeId() {
    return t({ message: 'vet', comment: 'within a sentence of the practice system' });
  },
};

/**
 * The form fields whose properties an error's suggestion names, in the order of the text: before a colon (`employeeId:
 * no such employee`), in quotation marks, or by an unmistakable name.
 */
export function fieldsNamed(suggestion: string): Field[] {
  const names = [...suggestion.matchAll(NAMING)].map(([, prefix, quoted, bare]) => prefix ?? quoted ?? bare ?? '');
  return [...new Set(names.map(fieldOf).filter((field) => field !== null))];
}

/** The part of a suggestion that is about a field, without names of properties. */
function adviceAt(field: Field, suggestion: string): string {
  const clauses = clausesOf(suggestion);
  const own = clauses.filter((clause) => fieldsNamed(clause).includes(field));
  const others = clauses.filter((clause) => fieldsNamed(clause).length === 0);
  const [about] = [own, others, clauses].filter((some) => some.length > 0);
  return (about ?? []).map(inWords).filter(Boolean).join('; ') || t`The practice system refuses this.`;
}

/** The error text of a field; of a suggestion by the service, the part about this field. */
export function errorText(field: Field, error: FieldError | undefined): string | undefined {
  return error?.type === 'server' ? adviceAt(field, error.message ?? '') : error?.message;
}

/** A suggestion without names of properties. */
export function suggestionText(suggestion: string): string {
  return clausesOf(suggestion).map(inWords).join('; ');
}

function clausesOf(suggestion: string): string[] {
  return suggestion
    .split(/[;\n]/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

function inWords(clause: string): string {
  const [prefix = '', name = ''] = /^(\w+)[\w.[\]]*:\s*/.exec(clause) ?? [];
  const rest = fieldOf(name) === null ? clause : clause.slice(prefix.length);
  const quoted = new RegExp(`${QUOTES}?\\b(${UNMISTAKABLE})\\b${QUOTES}?`, 'g');
  return rest.replace(quoted, (found, property: string) => wordsOf[property] ?? found);
}
