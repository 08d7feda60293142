import type { SearchBranch, SearchFilter } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/primitives.ts';
import type { AppointmentQuestion } from './appointment-question.ts';

type Operators = NonNullable<SearchBranch[keyof SearchBranch]>;
type Meaning = readonly (readonly [name: string, value: unknown])[];

/**
 * What a question asks for, but the page size, as plain JSON data: two spellings of the same question give the same. The
 * order of lists and what they repeat mean nothing, nor does the offset of an instant, or an operator object without operators.
 */
export function meaningOf({ companyId, storeIds, filter, terms, direction }: AppointmentQuestion): unknown {
  return { companyId, direction, storeIds: asSet(storeIds), terms: asSet(terms), filter: filterMeaning(filter) };
}

/** A list whose order and repetitions mean nothing. */
export function asSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function filterMeaning({ or, ...branch }: SearchFilter): unknown {
  const alternatives = (or ?? []).map((alternative) => JSON.stringify(branchMeaning(alternative)));
  // A branch that constrains nothing is true, and so is the whole alternative.
  const constrains = alternatives.length > 0 && !alternatives.includes('[]');
  return { branch: branchMeaning(branch), or: constrains ? asSet(alternatives) : [] };
}

function branchMeaning(branch: SearchBranch): Meaning {
  return sorted(
    Object.entries(branch).flatMap(([field, operators]) => {
      const meaning = operators === undefined ? [] : operatorsMeaning(operators);
      return meaning.length === 0 ? [] : [[field, meaning] as const];
    }),
  );
}

function operatorsMeaning(operators: Operators): Meaning {
  return sorted(
    Object.entries(operators).flatMap(([operator, value]) =>
      value === undefined ? [] : [[operator, valueMeaning(operator, value)] as const],
    ),
  );
}

function valueMeaning(operator: string, value: string | boolean | readonly string[]): unknown {
  if (typeof value === 'boolean' || operator === 'eq') return value;
  if (typeof value === 'string') return instantOf(value);
  return operator === 'in' ? asSet(value) : value.map(instantOf);
}

function sorted(entries: Meaning): Meaning {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}
