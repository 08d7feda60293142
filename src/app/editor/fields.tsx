import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { LabelledCheckbox } from '#app/components/checkbox.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea, TextField } from '#app/components/text-field.tsx';
import { notADateText, notAPastDateText } from '#app/text/date-questions.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { durationText, mediumDateText } from '#app/text/time-text.ts';
import { parseDuration } from '#reading/times.ts';
import { isUsableDate } from '#scheduling/calendar-day.ts';
import type { Field, FieldInputProps, Option } from './field.ts';
import { nameProblem } from './name-problem.ts';

type FieldOptions<Value, Reference> = Pick<
  Field<Value, unknown, Reference>,
  'label' | 'hint' | 'isShown' | 'isWide' | 'refused'
>;

interface TextFieldOptions<Reference> extends FieldOptions<string | null, Reference> {
  /** The problem with a non-empty, trimmed text; null if it is valid. */
  problem?: (text: string) => string | null;
  /** Texts to suggest while typing; `input` has the current input of all fields in the form. */
  suggestions?: (reference: Reference, input: Readonly<Record<string, unknown>>) => readonly string[];
}

/** A required line of text, sent without surrounding spaces. */
export function textField<Reference = unknown>(options: TextFieldOptions<Reference>): Field<string, string, Reference> {
  const { problem = nameProblem, suggestions = () => [], ...rest } = options;
  return {
    value: z.string(),
    input: z.string(),
    text: isolateText,
    begin: String,
    read(typed) {
      const value = typed.trim();
      const wrong = value === '' ? nameProblem(value) : problem(value);
      return wrong === null ? { value } : { problem: wrong };
    },
    options: (...given) => suggestions(...given).map((text) => ({ value: text, label: text })),
    Input: TextInput,
    ...rest,
  };
}

/** An optional line of text; empty text is sent as null. */
export function optionalTextField<Reference = unknown>(
  options: TextFieldOptions<Reference>,
): Field<string | null, string, Reference> {
  const field = textField(options);
  return {
    ...field,
    value: z.nullable(z.string()),
    text: (value) => (value === null ? noValueText() : isolateText(value)),
    begin: (value) => value ?? '',
    read: (typed, reference) => (typed.trim() === '' ? { value: null } : field.read(typed, reference)),
    isOptional: true,
  };
}

interface LinesFieldOptions<Reference> extends TextFieldOptions<Reference> {
  /** Joins the lines into one; by default as consecutive sentences. */
  joined?: (lines: readonly string[]) => string;
}

/** An optional text of several lines; empty text is sent as null. */
export function optionalLinesField<Reference = unknown>({
  joined = (lines) => lines.join(' '),
  ...options
}: LinesFieldOptions<Reference>): Field<string | null, string, Reference> {
  return {
    ...optionalTextField(options),
    text: (value) => (value === null ? noValueText() : isolateText(joined(value.split('\n')))),
    Input: LinesInput,
    isWide: true,
  };
}

function LinesInput({ isOptional, options: _, showProblems: __, reference: ___, ...props }: FieldInputProps<string>) {
  return <TextArea {...props} optional={isOptional} />;
}

export const noValueText = () => t({ message: 'none', comment: 'a field has no value' });

function TextInput({ isOptional, options, showProblems: _, reference: __, ...props }: FieldInputProps<string>) {
  return <TextField {...props} optional={isOptional} suggestions={options.map(({ value }) => value)} />;
}

interface DateReference {
  /** The IANA zone whose current date is marked in the calendar. */
  zone: string;
}

interface DateFieldOptions<Reference> extends FieldOptions<string | null, Reference> {
  /** Describes the problem with a date, `YYYY-MM-DD`; null if it is valid. */
  problem?: (date: string, reference: Reference) => string | null;
  /** Whether the date lies in the past, such as a date of birth. */
  isPast?: boolean;
}

/** An optional calendar day, `YYYY-MM-DD`. */
export function optionalDateField<Reference extends DateReference>(
  options: DateFieldOptions<Reference>,
): Field<string | null, string, Reference> {
  const { problem = () => null, isPast = false, ...rest } = options;
  return {
    value: z.nullable(z.string()),
    input: z.string(),
    text: (value) =>
      value === null ? noValueText() : isUsableDate(value) ? mediumDateText(value) : isolateText(value),
    begin: (value) => value ?? '',
    read(typed, reference) {
      if (typed.trim() === '') return { value: null };
      if (!isUsableDate(typed)) return { problem: isPast ? notAPastDateText() : notADateText() };
      const wrong = problem(typed, reference);
      return wrong === null ? { value: typed } : { problem: wrong };
    },
    isOptional: true,
    Input: isPast ? PastDateInput : DateInput,
    ...rest,
  };
}

const PastDateInput = (props: FieldInputProps<string, DateReference>) => <DateInput {...props} isPast />;

function DateInput(props: FieldInputProps<string, DateReference> & { isPast?: boolean }) {
  const { label, value, onChange, onBlur, error, isOptional, reference, isPast = false } = props;
  return (
    <DateField
      {...{ label, value, onChange, onBlur, error, isPast }}
      zone={reference.zone}
      optional={isOptional}
      showsYear
    />
  );
}

/** The maximum length of an appointment, in minutes. */
const MAX_MINUTES = 1440;

/** The typed minutes; null if they cannot be parsed or exceed a day. */
function parseMinutes(typed: string): number | null {
  const minutes = parseDuration(typed);
  return minutes !== null && minutes <= MAX_MINUTES ? minutes : null;
}

/**
 * A field for the length of an appointment in minutes. Its value is null only in a new record, while nothing is typed.
 */
export function lengthField<Value extends number | null, Reference = unknown>(
  options: FieldOptions<Value, Reference> & Pick<Field<Value>, 'value'>,
): Field<Value, string, Reference> {
  const minutesText = (minutes: Value) => (minutes === null ? '' : durationText(minutes));
  return {
    input: z.string(),
    text: minutesText,
    begin: minutesText,
    read(typed) {
      const value = parseMinutes(typed);
      return value === null
        ? { problem: t`Enter a number of minutes from 1 to 1440, such as 20.` }
        : { value: value as Value };
    },
    Input: LengthInput,
    ...options,
  };
}

function LengthInput({ label, value, onChange, onBlur, error }: FieldInputProps<string>) {
  function normalizeInput() {
    const read = parseMinutes(value);
    if (read !== null && durationText(read) !== value) onChange(durationText(read));
    onBlur();
  }
  return <TextField label={label} value={value} onChange={onChange} onBlur={normalizeInput} error={error} />;
}

interface ChoiceFieldOptions<Reference> extends FieldOptions<string, Reference> {
  options: (reference: Reference) => readonly Option[];
  /** The text of a value that is not among the options. */
  other?: (value: string) => string;
}

/** A required choice of one value. */
export function choiceField<Reference = unknown>(
  options: ChoiceFieldOptions<Reference>,
): Field<string, string, Reference> {
  const { other = String, ...rest } = options;
  return {
    value: z.string(),
    input: z.string(),
    text: (value, reference) => rest.options(reference).find((one) => one.value === value)?.label ?? other(value),
    begin: String,
    read: (value) => ({ value }),
    Input: ChoiceInput,
    ...rest,
  };
}

/** An optional choice of one value. `none` is the label of the empty choice, which is sent as null. */
export function optionalChoiceField<Reference = unknown>({
  none,
  options,
  ...rest
}: ChoiceFieldOptions<Reference> & { none: () => string }): Field<string | null, string, Reference> {
  const field = choiceField<Reference>({
    ...rest,
    options: (reference) => [{ value: '', label: none() }, ...options(reference)],
  });
  return {
    ...field,
    value: z.nullable(z.string()),
    text: (value, reference) => field.text(value ?? '', reference),
    begin: (value) => value ?? '',
    read: (value) => ({ value: value === '' ? null : value }),
  };
}

export function ChoiceInput({ isOptional: _, showProblems: __, reference: ___, ...props }: FieldInputProps<string>) {
  return <Select {...props} />;
}

interface SwitchFieldOptions<Reference> extends FieldOptions<boolean, Reference> {
  /** The text of true; "yes" by default. */
  on?: () => string;
  /** The text of false; "no" by default. */
  off?: () => string;
}

const yesText = () => t({ message: 'yes', comment: 'a value in the history' });
const noText = () => t({ message: 'no', comment: 'a value in the history' });

/** A yes-or-no choice. */
export function switchField<Reference = unknown>(
  options: SwitchFieldOptions<Reference>,
): Field<boolean, boolean, Reference> {
  const { on = yesText, off = noText, ...rest } = options;
  return {
    value: z.boolean(),
    input: z.boolean(),
    text: (value) => (value ? on() : off()),
    begin: Boolean,
    read: (value) => ({ value }),
    Input: SwitchInput,
    isWide: true,
    ...rest,
  };
}

function SwitchInput({ label, value, onChange }: FieldInputProps<boolean>) {
  return <LabelledCheckbox label={label} isChecked={value} onChange={onChange} />;
}

/** Checkboxes for several of the values; `hint` says what it means if none is checked. */
export function CheckboxesInput<Reference>(props: FieldInputProps<string[], Reference>) {
  const { label, hint, value, onChange, onBlur, options, error } = props;
  return (
    <fieldset onBlur={onBlur}>
      <legend className="flex gap-1.5 text-xs font-semibold">
        {label}
        <span className="font-normal text-muted empty:hidden">{value.length === 0 ? hint : null}</span>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-x-3">
        {options.map((option) => (
          <LabelledCheckbox
            key={option.value}
            label={option.label}
            isChecked={value.includes(option.value)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...value, option.value] : value.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
      {error === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
