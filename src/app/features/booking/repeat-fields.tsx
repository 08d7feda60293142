import { plural, t } from '@lingui/core/macro';
import { Repeat, X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '#app/components/icon-button.tsx';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { type SeriesUnit, seriesUnits } from '#scheduling/series.ts';
import { type RepeatValues, repeatErrors, type SeriesDate, weeklyRepeat, withDecision } from './repeat.ts';
import { SeriesDates } from './series-dates.tsx';
import { useBookingFormContext } from './use-booking-form.ts';
import type { useDateChecks } from './use-date-checks.ts';

/** The button that opens the fields for repeating an appointment. */
export function RepeatButton() {
  const { change } = useBookingFormContext();
  return (
    <button
      type="button"
      onClick={() => change({ repeat: weeklyRepeat })}
      className="inline-flex min-h-7 shrink-0 items-center gap-1 rounded-md px-2 text-xs font-medium text-accent hover:bg-accent-soft"
    >
      <Repeat aria-hidden="true" size={14} />
      {repeatText()}
    </button>
  );
}

function repeatText(): string {
  return t({ message: 'Repeat', comment: 'an appointment, every so many weeks' });
}

interface RepeatFieldsProps {
  repeat: RepeatValues;
  /** Null while the time or a field cannot be read. */
  dates: readonly SeriesDate[] | null;
  series: ReturnType<typeof useDateChecks>;
}

/** The fields for how often an appointment is repeated, and the resulting dates. */
export function BookingRepeatFields({ repeat, dates, series }: RepeatFieldsProps) {
  const { change: changeForm, errors: shownErrors } = useBookingFormContext();
  const heading = useId();
  const changeRepeat = (changes: Partial<RepeatValues>) => changeForm({ repeat: { ...repeat, ...changes } });
  const decideOnDate = (id: string, decision: number | null | undefined) =>
    changeRepeat({ changed: withDecision(repeat.changed, id, decision) });
  const errors = repeatErrors(repeat);
  const together = shownErrors['repeat.changed'];
  const units = seriesUnits.map((unit) => ({ value: unit, label: unitText(unit) }));
  return (
    <fieldset aria-labelledby={heading} className="flex min-w-0 flex-col gap-1.5 rounded-md bg-sunken px-2.5 py-2">
      <div className="flex items-center justify-between gap-2">
        <p id={heading} className="flex items-center gap-1.5 text-sm font-semibold">
          <Repeat aria-hidden="true" size={14} />
          {repeatText()}
        </p>
        <IconButton label={t`Don’t repeat`} icon={X} onClick={() => changeForm({ repeat: null })} />
      </div>
      <div className="grid grid-cols-[1fr_1.6fr_1fr] items-start gap-2">
        <TextField
          ref={focusOnMount}
          label={t({ message: 'Every', comment: 'then a number and a unit: every 2 weeks' })}
          value={repeat.every}
          onChange={(every) => changeRepeat({ every })}
          error={errors.every}
        />
        <Select
          label={t({ message: 'Unit', comment: 'days, weeks or months' })}
          options={units}
          value={repeat.unit}
          onChange={(unit) => changeRepeat({ unit: seriesUnits.find((one) => one === unit) ?? 'weeks' })}
        />
        <TextField
          label={t({ message: 'Times', comment: 'how many appointments: a number' })}
          value={repeat.count}
          onChange={(count) => changeRepeat({ count })}
          error={errors.count}
        />
      </div>
      {together === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {together}
        </p>
      )}
      {dates === null || series.checks.length === 0 ? null : (
        <SeriesDates
          dates={dates}
          checks={series.checks}
          leave={{
            button: t({ message: 'Leave out', comment: 'button: a date of a series; the date follows after a colon' }),
            done: t({ message: 'left out', comment: 'a date of a series, or after a number: several' }),
            isStruck: true,
          }}
          onMove={(id, start) => decideOnDate(id, start)}
          onLeave={(id, isLeft) => decideOnDate(id, isLeft ? null : undefined)}
          onRetry={series.retry}
        />
      )}
    </fieldset>
  );
}

/** Moves the focus to a new field, since the button that opened it has disappeared, and scrolls its group into view. */
function focusOnMount(field: HTMLInputElement | null): void {
  if (field === null || document.activeElement !== document.body) return;
  field.select();
  field.closest('fieldset')?.scrollIntoView({ block: 'start' });
}

function unitText(unit: SeriesUnit): string {
  switch (unit) {
    case 'days':
      return t({ message: 'days', comment: 'a unit: every 2 days' });
    case 'weeks':
      return t({ message: 'weeks', comment: 'a unit: every 2 weeks' });
    case 'months':
      return t({ message: 'months', comment: 'a unit: every 2 months' });
  }
}

/** `Book 6 appointments` */
export function bookSeriesText(count: number, isTaken: boolean): string {
  return isTaken
    ? plural(count, { one: 'Book # appointment anyway', other: 'Book # appointments anyway' })
    : plural(count, { one: 'Book # appointment', other: 'Book # appointments' });
}
