import { Field } from '@base-ui/react/field';
import { t } from '@lingui/core/macro';
import { CalendarDays } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useAfterPress } from '#app/browser/use-after-press.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { notADateText, notAPastDateText, whichDayText } from '#app/text/date-questions.ts';
import { dateInYearText, dateText, mediumDateText } from '#app/text/time-text.ts';
import { readDates, readWeek, type WeekDates } from '#reading/dates.ts';
import { readPastDates } from '#reading/past-dates.ts';
import { addDays, dateIn, isUsableDate } from '#scheduling/calendar-day.ts';
import { Button } from './button.tsx';
import { controlClass, FieldFrame } from './field-frame.tsx';
import { FirstWeekdayContext } from './first-weekday.ts';
import { lazy } from './lazy.tsx';
import { Popover } from './popover.tsx';
import { selectingHandlers } from './text-field.tsx';

interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or text that is not a date yet, as typed. */
  value: string;
  /** The IANA zone in which today is determined. */
  zone: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  optional?: boolean;
  /** Whether the year is shown even if it is the current one, as for a date of birth, which may be in any year. */
  showsYear?: boolean;
  /** Whether the date lies in the past, as a birth does. A month, a year or an age can then be typed, too. */
  isPast?: boolean;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement | null>;
}

/**
 * A date that can be typed freely. On blur or Enter it is parsed and shown in the format of the page's language. Arrow
 * Up and Down step to the next and previous day.
 */
export function DateField(field: DateFieldProps) {
  const {
    label,
    value,
    zone,
    onChange,
    onBlur,
    optional = false,
    showsYear = false,
    isPast = false,
    error,
    ref,
  } = field;
  const typed = useTypedDate({ value, zone, onChange, onBlur, showsYear, isPast });
  const { input, choices, readings, isWrong, choose, props } = typed;
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [input]);
  return (
    <FieldFrame
      {...{ label, optional }}
      error={readings.length > 0 ? whichDayText() : isWrong ? (isPast ? notAPastDateText() : notADateText()) : error}
      remedy={<DateReadings ref={choices} readings={readings} onDate={choose} />}
    >
      <div className="relative">
        <Field.Control
          {...props}
          ref={input}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass} pe-9 tabular-nums`}
        />
        <MonthButton
          {...{ value, zone }}
          onDate={choose}
          className="absolute inset-y-0 end-0 grid w-8 place-items-center rounded-md text-muted hover:text-ink"
        />
      </div>
    </FieldFrame>
  );
}

interface TypedDateInput {
  /** `YYYY-MM-DD`, or text that is not a date yet, as typed. */
  value: string;
  /** The IANA zone in which today is determined. */
  zone: string;
  onChange: (value: string) => void;
  /** Called instead of `onChange` with the day that is reached with an arrow key. */
  onStep?: (value: string) => void;
  onBlur?: (() => void) | undefined;
  showsYear?: boolean;
  /** Whether a date without a year means the nearest one, past or future, instead of the next one. */
  isNearest?: boolean;
  isPast?: boolean;
  /** Called instead of `onChange` if the text names a week; without this function, such a text means a day. */
  onWeek?: ((week: WeekDates) => void) | undefined;
}

interface AmbiguousDate {
  text: string;
  readings: readonly string[];
}

/**
 * The state of a field for a date. Typed text is kept until the field is blurred or Enter is pressed; otherwise the
 * field shows its value, so the date on the screen is always the one that is used. Text that is not a date stays.
 * Ambiguous text stays, too, together with the days that it may mean.
 */
export function useTypedDate(typed: TypedDateInput) {
  const { value, zone, onChange, onStep = onChange, onBlur, onWeek } = typed;
  const { showsYear = false, isNearest = false, isPast = false } = typed;
  const input = useRef<HTMLInputElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const isRead = isUsableDate(value);
  const today = dateIn(zone, useMinute());
  const firstWeekday = useContext(FirstWeekdayContext);
  const readingsOf = (text: string) =>
    text.trim() === '' ? [] : (isPast ? readPastDates : readDates)(text, { today, isNearest, locale: shownLocale });
  const currentReadings = (): AmbiguousDate => ({ text: value, readings: isRead ? [] : readingsOf(value) });
  // Text from a draft is checked right away, because "tomorrow" may be another day by now.
  const [ambiguousDate, setAmbiguousDate] = useState(currentReadings);
  const isAsked = !isRead && value.trim() !== '' && ambiguousDate.text === value;
  const afterPress = useAfterPress();

  /** Replaces the text with the date it means; returns false if it means none, or the user must choose. */
  function replaceWithDate(): boolean {
    if (isRead || value.trim() === '') return true;
    const week = onWeek ? readWeek(value, { today, firstWeekday: firstWeekday(), locale: shownLocale }) : null;
    if (week !== null) {
      onWeek?.(week);
      return true;
    }
    const current = currentReadings();
    const [date, ...others] = current.readings;
    const isClear = date !== undefined && others.length === 0;
    if (isClear) onChange(date);
    else setAmbiguousDate(current);
    return isClear;
  }

  function stepDays(days: number): void {
    const [date, ...others] = isRead ? [value] : readingsOf(value);
    if (date === undefined || others.length > 0) return;
    const next = addDays(date, days);
    if (isUsableDate(next)) onStep(next);
  }

  useLayoutEffect(() => {
    // A date that was just parsed or stepped to is selected, so that typing replaces it.
    if (isUsableDate(value) && document.activeElement === input.current) input.current?.select();
  }, [value]);

  return {
    input,
    choices,
    /** The days that the text may mean, for the user to choose from; empty if there is nothing to choose. */
    readings: isAsked ? ambiguousDate.readings : [],
    /** Whether the text is not a date at all. */
    isWrong: isAsked && ambiguousDate.readings.length === 0,
    isRead,
    choose: (date: string) => {
      onChange(date);
      input.current?.focus();
    },
    props: {
      value: isRead ? (showsYear ? mediumDateText(value) : dateInYearText(value, today)) : value,
      ...selectingHandlers,
      onBlur: () => {
        afterPress(() => {
          replaceWithDate();
          onBlur?.();
        });
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          // The text is parsed before Enter submits the form.
          if (replaceWithDate() || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          choices.current?.querySelector('button')?.focus();
        } else if (
          (event.key === 'ArrowUp' || event.key === 'ArrowDown') &&
          !event.altKey &&
          !event.ctrlKey &&
          !event.metaKey
        ) {
          event.preventDefault();
          stepDays(event.key === 'ArrowUp' ? 1 : -1);
        }
      },
    },
  };
}

const MonthGrid = lazy({
  load: () => import('./month-grid.tsx').then((module) => module.MonthGrid),
  Fallback: ({ children }) => <div className="min-h-63">{children}</div>,
});

interface DateReadingsProps {
  readings: readonly string[];
  ref: RefObject<HTMLFieldSetElement | null>;
  onDate: (date: string) => void;
}

/** Offers the days that an ambiguous text may mean. */
export function DateReadings({ readings, ref, onDate }: DateReadingsProps) {
  if (readings.length === 0) return null;
  return (
    <fieldset ref={ref} aria-label={whichDayText()} className="flex flex-col items-start gap-1">
      {readings.map((reading) => (
        <Button key={reading} compact onClick={() => onDate(reading)} className="max-w-full whitespace-normal">
          {dateText(reading)}
        </Button>
      ))}
    </fieldset>
  );
}

interface MonthButtonProps {
  /** `YYYY-MM-DD`; for any other text the current month is shown. */
  value: string;
  /** The IANA zone whose current date is marked. */
  zone: string;
  className: string;
  onDate: (date: string) => void;
}

/** A button that opens the month of a date, in which a day can be chosen. */
export function MonthButton({ value, zone, className, onDate }: MonthButtonProps) {
  const firstWeekday = useContext(FirstWeekdayContext);
  const label = t({ message: 'Calendar', comment: 'button beside a date: opens the month to choose a day' });
  return (
    <Popover label={label} title={label} buttonClass={className} button={<CalendarDays aria-hidden="true" size={16} />}>
      {(close) => (
        <MonthPanel
          {...{ value, zone }}
          firstWeekday={firstWeekday()}
          onDate={(date) => {
            close();
            onDate(date);
          }}
        />
      )}
    </Popover>
  );
}

function MonthPanel({
  value,
  zone,
  firstWeekday,
  onDate,
}: Omit<MonthButtonProps, 'className'> & { firstWeekday: number }) {
  const [today] = useState(() => dateIn(zone, Date.now()));
  return (
    <div className="w-64 p-1">
      <MonthGrid date={isUsableDate(value) ? value : today} week={false} {...{ today, firstWeekday, onDate }} />
    </div>
  );
}
