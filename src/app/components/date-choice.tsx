import { t } from '@lingui/core/macro';
import { useId, useRef, useState } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { dateExamplesText, notADateText, whichDayText } from '#app/text/date-questions.ts';
import { readDates } from '#reading/dates.ts';
import { DateReadings } from './date-field.tsx';
import { dayHeading } from './date-heading.ts';
import { MonthGrid, type MonthGridProps } from './month-grid.tsx';

/** A text field for a date, above the month of the typed or shown date. */
export function DateChoice({ date, today, week, firstWeekday, onDate }: MonthGridProps) {
  const hintId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState('');
  /** The submitted text that could not be read as a date. */
  const [refused, setRefused] = useState('');
  const text = typed.trim();
  const readings = text === '' ? [] : readDates(text, { today, locale: shownLocale });
  const [meant] = readings;
  const inTwoWays = readings.length > 1;
  const wrong = text !== '' && refused === text;
  const meantDay = meant === undefined ? '' : dayHeading(meant, { length: 'long', today });

  return (
    <form
      noValidate
      className="flex w-64 flex-col gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        // If the text can mean two dates, the user chooses one.
        if (inTwoWays) choices.current?.querySelector('button')?.focus();
        else if (text !== '' && meant === undefined) setRefused(text);
        else onDate(meant ?? date);
      }}
    >
      <input
        ref={focusUnlessTouch}
        aria-label={t`Date`}
        aria-describedby={hintId}
        aria-invalid={wrong}
        placeholder={dateExamplesText()}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          grid.current?.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')?.focus();
        }}
        className="h-8 w-full rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-muted pointer-coarse:text-base aria-invalid:border-danger"
      />
      <p id={hintId} role="status" className={`min-h-4 text-xs ${wrong ? 'text-danger' : 'text-muted'}`}>
        {text === ''
          ? t`Type a date, or choose a day below`
          : inTwoWays
            ? whichDayText()
            : meant !== undefined
              ? t({ message: `Press Enter to go to ${meantDay}`, comment: 'Enter: the key. meantDay: a date in full' })
              : wrong
                ? notADateText()
                : t`Not a date yet`}
      </p>
      {inTwoWays ? <DateReadings ref={choices} readings={readings} onDate={onDate} /> : null}
      <div ref={grid} className="min-h-63">
        <MonthGrid {...{ today, week, firstWeekday, onDate }} date={meant ?? date} />
      </div>
    </form>
  );
}

/** Focuses the field, but not on a touch screen, where the on-screen keyboard would cover the month. */
function focusUnlessTouch(field: HTMLInputElement | null): void {
  if (!field || matchMedia('(pointer: coarse)').matches) return;
  // The popover focuses the field when it opens; if it opened before this component was loaded, focus it now.
  field.autofocus = true;
  field.focus();
}
