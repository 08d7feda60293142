import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { Button } from '#app/components/button.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { WeekdayChoice } from '#app/components/weekday-choice.tsx';
import type { Field, FieldInputProps, Option } from '#app/editor/field.ts';
import { choiceField, lengthField, noValueText, optionalDateField, optionalTextField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/record-kind.ts';
import { texts, tooLongText } from '#app/text/shared-texts.ts';
import { formatClockTime, usesTwelveHours } from '#app/text/time-text.ts';
import { calls } from '#contract/calls.ts';
import { type ReceivedWaitingListEntry, receivedWaitingListEntrySchema } from '#contract/received-waiting-list.ts';
import {
  changeWaitingListEntrySchema,
  createWaitingListEntrySchema,
  findWaitingTimesProblem,
} from '#contract/waiting-list.ts';
import { parseClockTime, parseStart } from '#reading/times.ts';
import { addDays, getWeekStart } from '#scheduling/calendar-day.ts';
import { formatIsoClockTime } from '#scheduling/wall-clock.ts';
import { timeOfDayText, weekdaysText } from './waiting-text.ts';

/** The initial values of a new entry. */
export interface NewEntryValues {
  storeId: string;
  visitTypeId: string;
  /** The id of the requested vet; null for any vet. */
  employeeId: string | null;
  durationMinutes: number;
}

/** The context in which the fields of an entry are read and shown. */
export interface WaitingReference {
  stores: readonly Option[];
  /** The visit types that can be booked, and that of the edited entry. */
  types: readonly Option[];
  /** The vets that can be booked, and that of the edited entry. */
  vets: readonly Option[];
  firstWeekday: number;
  /** The IANA zone of the entry's store. The date picker marks the current date in this zone. */
  zone: string;
  /** `YYYY-MM-DD` */
  today: string;
  /** The initial values of a new entry; null for an existing one. */
  wish: NewEntryValues | null;
}

const MAX_NOTES_LENGTH = 2000;
/** A time without am or pm is read as one within these hours: `2` is in the afternoon. */
const usualHours = [{ fromMinute: 8 * 60, toMinute: 19 * 60 }];

const listField = (label: () => string, of: 'stores' | 'types') =>
  choiceField<WaitingReference>({ label, options: (reference) => reference[of] });

const vetField: Field<string | null, string, WaitingReference> = {
  ...choiceField<WaitingReference>({
    label: () => t`Vet`,
    options: ({ vets }) => [{ value: '', label: anyVetText() }, ...vets],
  }),
  value: z.nullable(z.string()),
  text: (value, { vets }) =>
    value === null ? anyVetText() : (vets.find((vet) => vet.value === value)?.label ?? noValueText()),
  begin: (value) => value ?? '',
  read: (typed) => ({ value: typed === '' ? null : typed }),
};

const anyVetText = () => t({ message: 'Any vet', comment: 'whom a client on the waiting list would see' });

const weekdaysField: Field<number[], number[], WaitingReference> = {
  label: () => t({ message: 'Weekdays', comment: 'field: on which a client could come' }),
  value: z.array(z.number()),
  input: z.array(z.number()),
  text: (days, { firstWeekday }) => weekdaysText(days, firstWeekday) || anyDayText(),
  begin: (days) => days,
  read: (typed) => ({ value: typed.length === 7 ? [] : typed }),
  Input: WeekdaysInput,
  isWide: true,
};

const anyDayText = () => t({ message: 'any day', comment: 'a client could come on any weekday' });

/** The input for the weekdays on which the client could come. If none is chosen, any day will do. */
function WeekdaysInput({ label, value, onChange }: FieldInputProps<number[], WaitingReference>) {
  return <WeekdayChoice {...{ label, value, onChange }} hint={value.length === 0 ? anyDayText() : undefined} />;
}

/** A field for an optional time of day on the store's clock. */
function clockField(label: () => string, hint: () => string): Field<string | null, string, WaitingReference> {
  return {
    label,
    hint,
    value: z.nullable(z.string()),
    input: z.string(),
    text: (value) => (value === null ? noValueText() : timeOfDayText(value)),
    begin(value) {
      const time = value === null ? null : parseClockTime(value);
      return time ? formatClockTime(time, usesTwelveHours()) : (value ?? '');
    },
    read(typed) {
      if (typed.trim() === '') return { value: null };
      if (typed === END_OF_DAY) return { value: typed };
      const time = parseStart(typed, usualHours);
      return time ? { value: formatIsoClockTime(time) } : { problem: texts.notATime };
    },
    isOptional: true,
    Input: ClockInput,
  };
}

const END_OF_DAY = '24:00';

function ClockInput({ label, hint, value, onChange, onBlur, error }: FieldInputProps<string, WaitingReference>) {
  return (
    <TimeField
      {...{ label, hint, value, onChange, onBlur, error }}
      parse={(text) => parseStart(text, usualHours)}
      optional
    />
  );
}

const untilDate = optionalDateField<WaitingReference>({
  label: () => t({ message: 'Until', comment: 'field: the last day on which a client could come' }),
  problem: (date, { today }) => (date < today ? t`This day has passed.` : null),
});

/** The input for the last day on which the client could come, with a button for the end of this week. */
function UntilInput(props: FieldInputProps<string, WaitingReference>) {
  const { today, firstWeekday } = props.reference;
  return (
    <>
      <untilDate.Input {...props} />
      <Button
        compact
        className="self-start"
        onClick={() => props.onChange(addDays(getWeekStart(today, firstWeekday), 6))}
      >
        {t`This week`}
      </Button>
    </>
  );
}

/** The fields and requests of a waiting list entry. */
export const waitingKind = defineKind({
  name: 'waiting list entry',
  title: (_: ReceivedWaitingListEntry) => t({ message: 'Waiting list entry', comment: 'the form that changes one' }),
  fields: {
    storeId: {
      ...listField(() => t`Store`, 'stores'),
      isShown: ({ isNew, reference }) => !isNew && reference.stores.length > 1,
    } satisfies Field<string, string, WaitingReference>,
    visitTypeId: {
      ...listField(() => t`Visit type`, 'types'),
      isShown: ({ isNew }) => !isNew,
    } satisfies Field<string, string, WaitingReference>,
    employeeId: vetField,
    durationMinutes: lengthField<number, WaitingReference>({ label: () => t`Length`, value: z.number() }),
    from: optionalDateField<WaitingReference>({
      label: () => t({ message: 'From', comment: 'field: the first day on which a client could come' }),
    }),
    until: { ...untilDate, Input: UntilInput },
    weekdays: weekdaysField,
    earliest: clockField(
      () => t({ message: 'Not before', comment: 'field: the time of day from which a client could come' }),
      () => t`For afternoons, enter 12:00`,
    ),
    latest: clockField(
      () => t({ message: 'Finished by', comment: 'field: the time of day at which a client has to leave' }),
      () => t`For mornings, enter 12:00`,
    ),
    notes: optionalTextField<WaitingReference>({
      label: () => t`Notes`,
      problem: (text) => (text.length > MAX_NOTES_LENGTH ? tooLongText(MAX_NOTES_LENGTH) : null),
      isWide: true,
    }),
  },
  create: {
    endpoint: {
      operation: 'createWaitingListEntry',
      ...calls.createWaitingListEntry,
      input: createWaitingListEntrySchema,
    },
    label: () => texts.putOnWaitingList,
    blank: ({ wish, today }: WaitingReference) => ({
      ...{ storeId: '', visitTypeId: '', employeeId: null, durationMinutes: 0, ...wish },
      ...{ from: today, until: null, weekdays: [], earliest: null, latest: null, notes: null },
    }),
  },
  change: {
    operation: 'changeWaitingListEntry',
    ...calls.changeWaitingListEntry,
    input: changeWaitingListEntrySchema,
  },
  problems(values): { until?: string; latest?: string } {
    const problem = findWaitingTimesProblem(values);
    if (problem === null) return {};
    return problem.field === 'until'
      ? { until: t`This is before the first day.` }
      : { latest: t`The appointment doesn’t fit between these times.` };
  },
  version: { of: ({ updatedAt }) => updatedAt, record: receivedWaitingListEntrySchema },
});
