import { useContext } from 'react';
import { weekdayName } from '#app/text/time-text.ts';
import { Checkbox } from './checkbox.tsx';
import { FirstWeekdayContext } from './first-weekday.ts';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

interface WeekdayChoiceProps {
  label: string;
  hint?: string | undefined;
  /** The checked ISO weekdays, from Monday (1) to Sunday (7). */
  value: readonly number[];
  onChange: (value: number[]) => void;
  error?: string | undefined;
}

/** A checkbox for each day of the week, starting with the day on which weeks begin. */
export function WeekdayChoice({ label, hint, value, onChange, error }: WeekdayChoiceProps) {
  const first = useContext(FirstWeekdayContext)();
  const days = WEEKDAYS.map((index) => ((first - 1 + index) % 7) + 1);
  return (
    <fieldset aria-invalid={error !== undefined} className="min-w-0">
      <legend className="mb-1 flex gap-1.5 text-xs font-semibold">
        {label}
        <span className="font-normal text-muted">{hint}</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {days.map((day) => (
          <label
            key={day}
            className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <Checkbox
              aria-label={weekdayName(day)}
              checked={value.includes(day)}
              onChange={(isChecked) =>
                onChange(isChecked ? [...value, day].sort() : value.filter((other) => other !== day))
              }
            />
            <span aria-hidden="true">{weekdayName(day, 'short')}</span>
          </label>
        ))}
      </div>
      {error ? <p className="mt-1 text-xs text-danger">{error}</p> : null}
    </fieldset>
  );
}
