import { Field } from '@base-ui/react/field';
import { t } from '@lingui/core/macro';
import { DateReadings, MonthButton, useTypedDate } from '#app/components/date-field.tsx';
import { useBufferedText } from '#app/components/use-buffered-text.ts';
import { isUsableDate } from '#app/scheduling/calendar-day.ts';
import { notADate, whichDay } from '#app/text/date-questions.ts';

interface DayRangeProps {
  /** What the dates are about, such as the start. */
  legend: string;
  /** Whether the legend is visible. */
  legendShown?: boolean;
  fromLabel: string;
  toLabel: string;
  from: string | undefined;
  to: string | undefined;
  /** The IANA zone whose today counts. */
  zone: string;
  onChange: (from: string | undefined, to: string | undefined) => void;
}

/** A range of days, both included, either of which may be empty. */
export function DayRange({ legend, legendShown = false, fromLabel, toLabel, from, to, zone, onChange }: DayRangeProps) {
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-1 text-xs text-muted">
      <legend className="sr-only">{legend}</legend>
      {legendShown ? <span aria-hidden="true">{legend}</span> : null}
      <DayFilter label={fromLabel} value={from} zone={zone} onChange={(day) => onChange(day, to)} />–
      <DayFilter label={toLabel} value={to} zone={zone} onChange={(day) => onChange(from, day)} />
    </fieldset>
  );
}

interface DayFilterProps {
  label: string;
  value: string | undefined;
  zone: string;
  onChange: (day: string | undefined) => void;
}

/** The pause after which a day that was stepped to, or an emptied field, is applied: each search costs a request. */
const PAUSE_MS = 700;

/** A day, typed freely as in the forms, in little room: what is to be asked about it lies over what is below. */
function DayFilter({ label, value, zone, onChange }: DayFilterProps) {
  const { text, onType, commit } = useBufferedText({
    value: value ?? '',
    settle: (typed) => (typed === '' || isUsableDate(typed) ? typed : null),
    pauseMs: PAUSE_MS,
    onCommit: (day) => onChange(day || undefined),
  });
  const { input, choices, readings, isWrong, choose, props } = useTypedDate({
    value: text,
    zone,
    onChange: commit,
    onStep: onType,
  });
  const isAsked = readings.length > 0;
  return (
    <Field.Root invalid={isAsked || isWrong} className="relative w-37">
      <Field.Label className="sr-only">{label}</Field.Label>
      <Field.Control
        {...props}
        ref={input}
        autoComplete="off"
        placeholder={label}
        onChange={(event) => onType(event.target.value)}
        className="h-7 w-full rounded-md border border-line-strong bg-surface ps-1.5 pe-6 text-xs text-ellipsis text-ink tabular-nums placeholder:text-muted data-invalid:border-danger"
      />
      <MonthButton
        value={text}
        zone={zone}
        onDate={choose}
        className="absolute inset-y-0 end-0 grid w-6 place-items-center rounded-md text-muted hover:text-ink"
      />
      {isAsked || isWrong ? (
        <div className="absolute start-0 top-full z-20 mt-1 flex w-64 flex-col gap-2 rounded-md border border-line bg-raised p-2 shadow-raised">
          <Field.Error match className="text-danger">
            {isAsked ? whichDay() : notADate()}
          </Field.Error>
          <DateReadings ref={choices} readings={readings} onDate={choose} />
        </div>
      ) : null}
    </Field.Root>
  );
}

/** The ranges of days behind **More filters**. */
export const ranges = [
  {
    legend: () => t({ message: 'End', context: 'noun: when an appointment ends' }),
    fromLabel: () => t({ message: 'End from', comment: 'Filter: the first day on which appointments end' }),
    toLabel: () => t({ message: 'End to', comment: 'Filter: the last day on which appointments end' }),
    from: 'endFrom',
    to: 'endTo',
  },
  {
    legend: () => t({ message: 'Created', comment: 'When an appointment was entered' }),
    fromLabel: () =>
      t({ message: 'Created from', comment: 'Filter: the first day on which appointments were entered' }),
    toLabel: () => t({ message: 'Created to', comment: 'Filter: the last day on which appointments were entered' }),
    from: 'createdFrom',
    to: 'createdTo',
  },
  {
    legend: () => t({ message: 'Updated', comment: 'When an appointment was last changed' }),
    fromLabel: () =>
      t({ message: 'Updated from', comment: 'Filter: the first day on which appointments were last changed' }),
    toLabel: () =>
      t({ message: 'Updated to', comment: 'Filter: the last day on which appointments were last changed' }),
    from: 'updatedFrom',
    to: 'updatedTo',
  },
  {
    legend: () => t({ message: 'Checked in', comment: 'When the patient checked in' }),
    fromLabel: () => t({ message: 'Checked in from', comment: 'Filter: the first day on which patients checked in' }),
    toLabel: () => t({ message: 'Checked in to', comment: 'Filter: the last day on which patients checked in' }),
    from: 'inFrom',
    to: 'inTo',
  },
] as const;
