import type { ReactNode } from 'react';
import type * as z from 'zod/mini';

/** The result of reading typed input: its value, or a sentence that describes the problem. */
export type ReadResult<Value> = { value: Value } | { problem: string };

/** One of the values to choose from. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FieldInputProps<Input, Reference = unknown> {
  label: string;
  /** Shown below the input while there is no problem. */
  hint: string | undefined;
  isOptional: boolean;
  options: readonly Option[];
  value: Input;
  onChange(value: Input): void;
  onBlur: () => void;
  error: string | undefined;
  /** Whether all problems are shown; for inputs with several controls, which display their own problems. */
  showProblems: boolean;
  reference: Reference;
}

/**
 * A field of a kind of record: `Value` as in the API, `Input` as typed or chosen in the form, and `Reference` with
 * other data that its texts need, such as the names of the stores. It is declared once and used by the form, the row,
 * the history and conflicts.
 */
export interface Field<Value = unknown, Input = unknown, Reference = unknown> {
  label(): string;
  /** The value in words, for rows, the history, and conflicts. */
  text(value: Value, reference: Reference): string;
  /** The initial input for a value. */
  begin(value: Value): Input;
  read(input: Input, reference: Reference): ReadResult<Value>;
  /** Describes the problem if the practice system refuses a value that `read` has accepted. */
  refused?(): string;
  Input(props: FieldInputProps<Input, Reference>): ReactNode;
  /** The schema of a value in the history. */
  readonly value: z.ZodMiniType<Value>;
  /** The schema of input in a draft. */
  readonly input: z.ZodMiniType<Input>;
  hint?(): string;
  /** The values to choose from or to suggest; `input` has the current input of all fields in the form. */
  options?(reference: Reference, input: Readonly<Record<string, unknown>>): readonly Option[];
  /** Whether the field may be left empty. */
  readonly isOptional?: true;
  /** Whether the form includes the field; by default true. */
  isShown?(about: { isNew: boolean; reference: Reference }): boolean;
  /** Whether the field takes up the whole width of the form. */
  readonly isWide?: true;
}
