import { z } from 'zod';
import { invalidInput, type ServiceError } from '#contract/error.ts';

/** Where input stands in a request; what is missing is asked for there. */
export type InputPlace = 'query' | 'body';

/** The input as the contract's schema gives it. Throws the 400 that names the first field at fault and what it must be. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  place: InputPlace,
): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: (issue) => problemOf(issue, place) });
  if (!parsed.success) throw faultOf(parsed.error);
  return parsed.data;
}

function faultOf(error: z.ZodError): ServiceError {
  const [issue] = error.issues;
  if (issue === undefined) return invalidInput('', 'the input is invalid');
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.length === 0
    ? invalidInput('', 'the body must be a JSON object')
    : invalidInput(shown(written(path)), issue.message);
}

/** A path as one writes it: `filter.or[2].start.gte`. */
function written(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
}

/** A field's name may be the caller's own invention: it is kept short. */
function shown(name: string): string {
  return name.length > 120 ? `${name.slice(0, 120)}…` : name;
}

/** What is wrong with a field where the schema itself has no words for it: a predicate to the field's name. */
function problemOf(issue: z.core.$ZodRawIssue, place: InputPlace): string | undefined {
  if (issue.input === undefined)
    return place === 'query' ? 'is required as a query parameter' : 'is required in the body';
  switch (issue.code) {
    case 'invalid_type':
      return typeProblems[issue.expected];
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must have at least ${items(issue.minimum)}`;
    case 'too_big':
      return `must have at most ${items(issue.maximum)}`;
    case 'unrecognized_keys':
      return `is not a known property${issue.inst instanceof z.ZodObject ? `; known are ${Object.keys(issue.inst.shape).join(', ')}` : ''}`;
    default:
      return undefined;
  }
}

const typeProblems: Partial<Record<string, string>> = {
  string: 'must be a string',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

function items(count: number | bigint): string {
  return count === 1 ? '1 item' : `${count} items`;
}
