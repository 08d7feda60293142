import type { ErrorMessageKey } from '#contract/error.ts';

/** A refusal that the caller is told: one of the contract's message keys, and what to do about it. */
export class Fault extends Error {
  readonly key: ErrorMessageKey;
  readonly suggestion: string;

  constructor(key: ErrorMessageKey, suggestion: string) {
    super(`${key}: ${suggestion}`);
    this.key = key;
    this.suggestion = suggestion;
  }
}

/** The 400 that names the field at fault. */
export function invalidInput(field: string, problem: string): Fault {
  return new Fault('invalid_input', field === '' ? problem : `${field}: ${problem}`);
}
