import type { z } from 'zod';
import { type Fault, invalidInput } from '#service/domain/fault.ts';

/** The 400 for what a schema refused: it names the first field at fault. */
export function faultOf(error: z.ZodError): Fault {
  const [issue] = error.issues;
  if (issue === undefined) return invalidInput('', 'the input is invalid');
  const path = issue.path.map(String);
  const field = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0] ?? ''] : path;
  const problem = issue.code === 'unrecognized_keys' ? 'is not a known property' : issue.message;
  return invalidInput(shown(field.join('.')), problem);
}

/** A field's name may be the caller's own invention: it is kept short. */
function shown(name: string): string {
  return name.length > 120 ? `${name.slice(0, 120)}…` : name;
}
