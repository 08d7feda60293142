import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { ImportField } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import type { DateOrder } from '#reading/file-dates.ts';

interface DateQuestionProps {
  read: ParsedFile;
  /** The current choice; null if none has been made. */
  chosen: DateOrder | null;
  onChoose: (dates: DateOrder) => void;
}

const dateFields: readonly (ImportField | null)[] = ['dateOfBirth', 'date', 'start', 'end'];
/** Matches a date such as 03/04/2020 or 5-6-21. */
const NUMERIC_DATE = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;

/** The first date of the file whose day and month could be swapped; null if there is none. */
function findAmbiguousDate({ table, columns }: ParsedFile) {
  for (const row of table.rows) {
    for (const [index, field] of columns.entries()) {
      const [text, first = '', second = '', year = ''] = dateFields.includes(field)
        ? (NUMERIC_DATE.exec(row.cells[index] ?? '') ?? [])
        : [];
      const [one, other] = [Number(first), Number(second)];
      if (text !== undefined && one <= 12 && other <= 12 && one !== other) return { text, one, other, year };
    }
  }
  return null;
}

const dayAndMonthFormat = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const formatDayAndMonth = (month: number, dayOfMonth: number) =>
  dayAndMonthFormat.format(Date.UTC(2024, month - 1, dayOfMonth));

/** Asks for the order of day and month, using a date from the file as an example. */
export function DateQuestion({ read, chosen, onChoose }: DateQuestionProps) {
  const name = useId();
  const example = findAmbiguousDate(read);
  const { text, one, other } = example ?? { text: '03/04/2020', one: 3, other: 4 };
  const written = isolateText(text);
  const answers = [
    { order: 'dmy', label: formatDayAndMonth(other, one) },
    { order: 'mdy', label: formatDayAndMonth(one, other) },
  ] as const;
  return (
    <fieldset className={`rounded-md px-3 py-2 ${chosen === null ? 'bg-warn-soft text-warn' : 'bg-sunken'}`}>
      <legend className="float-start me-2 py-1 font-medium">
        {t({ message: `In this file, ${written} means`, comment: 'a date; two readings to choose from follow' })}
      </legend>
      <div className="flex flex-wrap gap-x-4">
        {answers.map(({ order, label }) => (
          <label key={order} className="flex min-h-8 items-center gap-2 text-ink">
            <input
              type="radio"
              name={name}
              checked={chosen === order}
              onChange={() => onChoose(order)}
              className="size-4 shrink-0 accent-(--accent)"
            />
            {label}
          </label>
        ))}
      </div>
      {chosen === null ? (
        <p className="clear-both">
          {read.kind === 'appointments'
            ? t`Until you choose, appointments with such a date are refused.`
            : t`Until you choose, such dates are left out.`}
        </p>
      ) : null}
    </fieldset>
  );
}
