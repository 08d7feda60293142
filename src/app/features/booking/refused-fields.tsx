import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { FieldError } from 'react-hook-form';
import { Said } from '#app/api/failures.tsx';
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

/**
 * The form fields whose properties an error's suggestion names, in the order of the text: before a colon (`employeeId:
 * no such employee`), in quotation marks, or by an unmistakable name.
 */
export function fieldsNamed(suggestion: string): Field[] {
  const names = [...suggestion.matchAll(NAMING)].map(([, prefix, quoted, bare]) => prefix ?? quoted ?? bare ?? '');
  return [...new Set(names.map(fieldOf).filter((field) => field !== null))];
}

/** The part of a suggestion that is about a field, without the name of its property; empty where nothing is left. */
function adviceAt(field: Field, suggestion: string): string {
  const clauses = clausesOf(suggestion);
  const own = clauses.filter((clause) => fieldsNamed(clause).includes(field));
  const others = clauses.filter((clause) => fieldsNamed(clause).length === 0);
  const [about] = [own, others, clauses].filter((some) => some.length > 0);
  return (about ?? []).map(withoutName).filter(Boolean).join('; ');
}

/** The error of a field; of a suggestion by the service, the part about this field. */
export function errorText(field: Field, error: FieldError | undefined): ReactNode {
  if (error?.type !== 'server') return error?.message;
  const advice = adviceAt(field, error.message ?? '');
  return advice === '' ? t`The practice system refuses this.` : <Said text={advice} />;
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
