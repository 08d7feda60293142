import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { DateField } from '#app/components/date-field.tsx';
import type { Field, FieldInputProps, Option } from '#app/editor/field.ts';
import { choiceField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/record-kind.ts';
import { notADateText } from '#app/text/date-questions.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { mediumDateText } from '#app/text/time-text.ts';
import { messageCalls } from '#contract/message-calls.ts';
import { changeRecallSchema, createRecallSchema } from '#contract/recalls.ts';
import { type ReceivedRecall, receivedRecallSchema } from '#contract/received-waiting-list.ts';
import { isUsableDate } from '#scheduling/calendar-day.ts';

/** The data that the form of a recall needs besides the recall itself. */
export interface RecallReference {
  /** The visit types for which the pet has no recall yet. */
  types: readonly Option[];
  /** The visit type and the due date (`YYYY-MM-DD`) that the form of a new recall proposes. */
  initial: Pick<ReceivedRecall, 'visitTypeId' | 'dueOn'>;
  /** The IANA zone whose current date is marked in the date picker. */
  zone: string;
}

const dueOnField: Field<string, string, RecallReference> = {
  label: () => t({ message: 'Due on', comment: 'field: the day on which a pet is due again' }),
  value: z.string(),
  input: z.string(),
  text: (date) => (isUsableDate(date) ? mediumDateText(date) : isolateText(date)),
  begin: String,
  read: (typed) => (isUsableDate(typed) ? { value: typed } : { problem: notADateText() }),
  Input: DueOnInput,
};

function DueOnInput({ label, value, onChange, onBlur, error, reference }: FieldInputProps<string, RecallReference>) {
  return <DateField {...{ label, value, onChange, onBlur, error }} zone={reference.zone} showsYear />;
}

/** A recall: a visit type for which a pet is due again. It is added and changed on the pages of the pet and of its client. */
export const recallKind = defineKind({
  name: 'recall',
  title: (_: ReceivedRecall) => texts.dueAgain,
  fields: {
    visitTypeId: choiceField<RecallReference>({ label: () => t`Visit type`, options: ({ types }) => types }),
    dueOn: dueOnField,
  },
  create: {
    endpoint: { operation: 'createRecall', ...messageCalls.createRecall, input: createRecallSchema },
    label: () => texts.dueAgain,
    blank: ({ initial }: RecallReference) => initial,
  },
  change: { operation: 'changeRecall', ...messageCalls.changeRecall, input: changeRecallSchema },
  version: { of: ({ updatedAt }) => updatedAt, record: receivedRecallSchema },
});
