import type { ReactNode } from 'react';
import type * as z from 'zod/mini';

/** What was typed, read: the value that it stands for, or what is wrong with it, as a sentence. */
export type Reading<Value> = { value: Value } | { fault: string };

/** One of the values that can be chosen. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** What the input of a field gets. */
export interface FieldInputProps<Typed, Reference = unknown> {
  label: string;
  /** Shown below it while nothing is wrong. */
  hint: string | undefined;
  isOptional: boolean;
  options: readonly Option[];
  value: Typed;
  onChange(value: Typed): void;
  onBlur: () => void;
  error: string | undefined;
  /** Whether all faults are shown; for an input of several controls, which shows its own. */
  showFaults: boolean;
  reference: Reference;
}

/**
 * One field of a kind of record: `Value` as the API has it, `Typed` as the input has it, `Reference` for what its texts need
 * besides, such as the names of the stores. It is declared once, and used by the form, the row, the history and where a colleague
 * has changed it.
 */
export interface Field<Value = unknown, Typed = unknown, Reference = unknown> {
  label(): string;
  /** The value in words, for rows, the history, and beside a colleague's. */
  text(value: Value, reference: Reference): string;
  /** What the input begins with. */
  begin(value: Value): Typed;
  read(typed: Typed, reference: Reference): Reading<Value>;
  Input(props: FieldInputProps<Typed, Reference>): ReactNode;
  /** What a value and a typed value look like where they come from the history or from a draft. */
  readonly value: z.ZodMiniType<Value>;
  readonly typed: z.ZodMiniType<Typed>;
  hint?(): string;
  /** What can be chosen, or is offered while it is typed; `typed` has what all fields of the form have now. */
  options?(reference: Reference, typed: Readonly<Record<string, unknown>>): readonly Option[];
  /** It may be left empty. */
  readonly isOptional?: true;
  /** Whether the form has it; left out for always. */
  isShown?(about: { isNew: boolean; reference: Reference }): boolean;
  /** It is never sent: a choice about what follows. */
  readonly isLocal?: true;
  /** It takes the whole width of the form. */
  readonly isWide?: true;
}
