import { Field } from '@base-ui/react/field';
import { t } from '@lingui/core/macro';
import { notADateText, whichDayText } from '#app/text/date-questions.ts';
import type { WeekDates } from '#reading/dates.ts';
import { isUsableDate } from '#scheduling/calendar-day.ts';
import { DateReadings, MonthButton, useTypedDate } from './date-field.tsx';
import { RadioChoice } from './radio-choice.tsx';
import { ScrollRow } from './scroll-row.tsx';
import { useBufferedText } from './use-buffered-text.ts';

/** Calendar days, `YYYY-MM-DD`, both inclusive; a missing day leaves that end open. */
export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

interface DayRangeProps {
  days: DateRange;
  /** The IANA zone in which today is determined. */
  zone: string;
  onChange: (days: DateRange) => void;
}

/** Fields for the first and the last day of a range; either may be empty. The name of a week ("last week") sets both. */
function DayRange({ days: { from, to }, zone, onChange }: DayRangeProps) {
  const onWeek = ({ first, last }: WeekDates) => onChange({ from: first, to: last });
  const firstLabel = t({ message: 'Date from', comment: 'Filter: the first day of appointments' });
  const lastLabel = t({ message: 'Date to', comment: 'Filter: the last day of appointments' });
  return (
    <fieldset className="flex max-w-full shrink-0 items-center gap-1 text-xs text-muted">
      <legend className="sr-only">{t`Appointment date`}</legend>
      <DayFilter
        label={firstLabel}
        value={from}
        dayOfWeek="first"
        onChange={(day) => onChange({ from: day, to })}
        {...{ zone, onWeek }}
      />
      –
      <DayFilter
        label={lastLabel}
        value={to}
        dayOfWeek="last"
        onChange={(day) => onChange({ from, to: day })}
        {...{ zone, onWeek }}
      />
    </fieldset>
  );
}

interface DayChoiceProps<Preset extends string> extends DayRangeProps {
  presets: readonly { value: Preset; label: string }[];
  /** Undefined while dates are chosen instead of a preset. */
  preset: Preset | undefined;
  onPreset: (preset: Preset) => void;
}

/** A choice of days, either by a name such as “This week”, or by their first and last date. */
export function DayChoice<Preset extends string>({ presets, preset, onPreset, ...range }: DayChoiceProps<Preset>) {
  return (
    <>
      <ScrollRow className="max-w-full">
        <RadioChoice
          label={t({ message: 'Days', comment: 'of a list or a report: today, this week, last month …' })}
          labelHidden
          look="segments"
          value={preset}
          options={presets}
          onChange={onPreset}
        />
      </ScrollRow>
      <DayRange {...range} />
    </>
  );
}

interface DayFilterProps {
  label: string;
  value: string | undefined;
  zone: string;
  onChange: (day: string | undefined) => void;
  /** Whether the field shows the first or the last day of a week that is typed. */
  dayOfWeek: keyof WeekDates;
  onWeek: (week: WeekDates) => void;
}

/**
 * How long, in milliseconds, until a day that was reached by stepping, or a cleared field, takes effect. The pause is
 * necessary because each search costs a request.
 */
const PAUSE_MS = 700;

/** A compact field for a freely typed day. Its question about an ambiguous date overlays the content below. */
function DayFilter({ label, value, zone, onChange, dayOfWeek, onWeek }: DayFilterProps) {
  const { text, onType, commit } = useBufferedText({
    value: value ?? '',
    parse: (typed) => (typed === '' || isUsableDate(typed) ? typed : null),
    pauseMs: PAUSE_MS,
    onCommit: (day) => onChange(day || undefined),
  });
  const { input, choices, readings, isWrong, choose, props } = useTypedDate({
    value: text,
    zone,
    onChange: commit,
    onStep: onType,
    isNearest: true,
    onWeek: (week) => {
      onType(week[dayOfWeek]);
      onWeek(week);
    },
  });
  const isAsked = readings.length > 0;
  return (
    <Field.Root invalid={isAsked || isWrong} className="relative w-38 min-w-0 max-md:grow">
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
            {isAsked ? whichDayText() : notADateText()}
          </Field.Error>
          <DateReadings ref={choices} readings={readings} onDate={choose} />
        </div>
      ) : null}
    </Field.Root>
  );
}
