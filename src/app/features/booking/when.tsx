import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '#app/components/button.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { ClockChoice, clockFault, clockHint, TimeField } from '#app/components/time-field.tsx';
import { lookingForTimes, timesInDoubt, timesNotLoaded } from '#app/text/free-times-text.ts';
import { clockText, dayText, distanceText, durationText, shortZoneText } from '#app/text/time-text.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import { parseDuration } from '#reading/times.ts';
import type { FreeStart } from '#scheduling/bookable.ts';
import { addDays, dateIn, dayInterval, isUsableDate } from '#scheduling/calendar-day.ts';
import { foldOf } from '#scheduling/wall-clock.ts';
import { type BookingStore, type BookingValues, type Faults, readStart, startAt, type When } from './booking-values.ts';
import { noTimeText, type PartOfDay } from './no-time-text.ts';
import type { Answer } from './use-answer.ts';

interface WhenFieldsProps {
  answer: Answer;
  when: When;
  store: BookingStore;
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  /** The calendar's day, `YYYY-MM-DD` in the store's zone. */
  day: string;
  onDay: (day: string) => void;
  /** The usual length of the visit type, in minutes; null if there is none. */
  usualMinutes: number | null;
  /** Shown beside the day, for example that the pet already has an appointment then. */
  note: string;
  /** What is wrong in the form. */
  faults: Faults;
  /** Whether it starts now, so that no other time is offered. */
  isNow: boolean;
  /** An action shown beside the day. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The time of an appointment: the day, its free times, and fields for typing a time. */
export function WhenFields(props: WhenFieldsProps) {
  const { day, onDay, store, note, isNow, action, children } = props;
  const heading = useId();
  const [today] = useState(() => dateIn(store.timeZone, Date.now()));
  const noon = dayInterval(store.timeZone, day).start + 12 * 3_600_000;
  return (
    <fieldset aria-labelledby={heading} className="flex min-w-0 flex-col gap-1.5">
      <div className={isNow ? 'sr-only' : 'flex items-center gap-1'}>
        <p id={heading} className="min-w-0 grow truncate text-sm font-semibold">
          {dayText(store.timeZone, noon)}
          <span className="ms-2 text-xs font-normal text-muted">{distanceText(today, day)}</span>
        </p>
        {isNow ? null : (
          <>
            {action}
            <DayButton label={t`Day before`} onClick={() => onDay(addDays(day, -1))}>
              <ChevronLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
            </DayButton>
            <DayButton label={t`Day after`} onClick={() => onDay(addDays(day, 1))}>
              <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
            </DayButton>
          </>
        )}
      </div>
      {note === '' ? null : <p className="-mt-1 text-xs text-muted">{note}</p>}
      {children}
      {isNow ? null : <FreeTimes {...props} />}
      <TimeFields {...props} />
    </fieldset>
  );
}

function DayButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-7 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:bg-sunken"
    >
      {children}
    </button>
  );
}

/** The number of free starts initially offered for a morning or an afternoon. */
const FIRST_OFFERED = 8;

function FreeTimes({ answer, when, store, stores, employees, day }: WhenFieldsProps) {
  const { starts, noon, state } = answer;
  const whyNone = (part: PartOfDay) => () => noTimeText(answer.whyNone(part), { part, day, store, stores, employees });
  if (state === 'waiting')
    return <p className="text-sm text-muted">{t`Choose a pet and a visit type to see free times.`}</p>;
  if (state === 'loading' || (starts.length === 0 && answer.isSearching))
    return (
      <p role="status" className="min-h-16 text-sm text-muted">
        {lookingForTimes()}
      </p>
    );
  if (state === 'failed' || state === 'unplanned')
    return <p className="min-h-16 text-sm text-muted">{timesNotLoaded('failed', false)}</p>;
  const doubt = timesInDoubt(answer.unreadable);
  return (
    <div className="flex flex-col gap-1.5">
      <StartsOfPart
        label={t`Morning`}
        starts={starts.filter(({ start }) => start < noon)}
        whyNone={whyNone('morning')}
        {...{ store }}
        chosen={when.start}
      />
      <StartsOfPart
        label={t`Afternoon`}
        starts={starts.filter(({ start }) => start >= noon)}
        whyNone={whyNone('afternoon')}
        {...{ store }}
        chosen={when.start}
      />
      {doubt === '' || starts.length === 0 ? null : <p className="text-xs text-muted">{doubt}</p>}
    </div>
  );
}

interface StartsOfPartProps {
  label: string;
  starts: readonly FreeStart[];
  /** Says why there are none. */
  whyNone: () => string;
  store: BookingStore;
  chosen: number | null;
}

/** The free starts of a part of the day, as buttons with arrow-key navigation. */
function StartsOfPart({ label, starts, whyNone, store, chosen }: StartsOfPartProps) {
  const { setValues } = useFormContext<BookingValues>();
  const heading = useId();
  const [showsAll, setShowsAll] = useState(false);
  const zone = store.timeZone;
  const isHidden = !showsAll && starts.length > FIRST_OFFERED;
  const shown = isHidden ? starts.slice(0, FIRST_OFFERED) : starts;
  return (
    <div className="grid grid-cols-[5.25rem_1fr] items-start gap-x-2">
      <div className="flex flex-col items-start">
        <p id={heading} className="pt-1.5 text-xs font-semibold">
          {label}
        </p>
        {isHidden ? (
          <Button compact tone="quiet" onClick={() => setShowsAll(true)} className="-ms-2">
            {t({ message: 'More', comment: 'button: shows more free times' })}
          </Button>
        ) : null}
      </div>
      {starts.length === 0 ? (
        <p className="pt-1 text-xs text-muted">{whyNone()}</p>
      ) : (
        <ToggleGroup
          aria-labelledby={heading}
          value={shown.some(({ start }) => start === chosen) ? [String(chosen)] : []}
          onValueChange={([start]) => {
            if (start !== undefined)
              setValues(startAt(zone, Number(start)), { shouldDirty: true, shouldValidate: true });
          }}
          className="grid grid-cols-4 gap-1"
        >
          {shown.map(({ start }) => (
            <Toggle
              key={start}
              value={String(start)}
              className="min-h-7 min-w-0 truncate rounded-md border border-line-strong bg-surface px-0.5 text-xs font-medium tabular-nums hover:bg-sunken data-pressed:border-accent data-pressed:bg-accent data-pressed:text-on-accent"
            >
              {startText(zone, start)}
            </Toggle>
          ))}
        </ToggleGroup>
      )}
    </div>
  );
}

function startText(zone: string, start: number): string {
  const clock = clockText(zone, start);
  const zoneName = shortZoneText(zone, start);
  return foldOf(zone, start)
    ? t({ message: `${clock} (${zoneName})`, comment: 'a time that comes twice that day, with its time zone' })
    : clock;
}

/** Typed date, start and length, in the store's wall clock. */
function TimeFields({ when, store, day, onDay, usualMinutes, faults, isNow }: WhenFieldsProps) {
  const zone = store.timeZone;
  const { setValues } = useFormContext<BookingValues>();
  const date = useController<BookingValues, 'date'>({ name: 'date' });
  const start = useController<BookingValues, 'start'>({ name: 'start' });
  const length = useController<BookingValues, 'length'>({ name: 'length' });
  const fold = useController<BookingValues, 'fold'>({ name: 'fold' }).field.value;
  const { isSubmitted } = date.formState;
  const change = (values: Partial<BookingValues>) =>
    setValues(values, { shouldDirty: true, shouldValidate: isSubmitted });
  const minutes = when.length === null ? null : when.length / 60_000;
  const isLong =
    usualMinutes !== null && minutes !== null && minutes >= usualMinutes * 2 && minutes >= usualMinutes + 30;
  const usualLength = durationText(usualMinutes ?? 0);
  const id = useId();
  const startInput = useRef<HTMLInputElement>(null);
  const proposal = when.isChosen ? null : when.startText;
  useLayoutEffect(() => {
    // Typing replaces a time that is proposed while the field has the focus.
    if (proposal !== null && document.activeElement === startInput.current) startInput.current?.select();
  }, [proposal]);
  const startFault = clockFault(when.wall, fold) ?? (start.fieldState.error && faults.start);
  const lengthFault = length.fieldState.error && faults.length;
  return (
    <div
      className={`grid gap-2 ${isNow ? 'grid-cols-2' : 'grid-cols-2 sm:grid-cols-[11.25rem_1.15fr_1fr] max-sm:*:first:col-span-2'}`}
    >
      {isNow ? null : (
        <DateField
          ref={date.field.ref}
          label={t`Date`}
          value={date.field.value === '' ? day : date.field.value}
          zone={zone}
          onBlur={date.field.onBlur}
          onChange={(text) => {
            const isRead = isUsableDate(text);
            change({ date: isRead ? '' : text, fold: null });
            if (isRead) onDay(text);
          }}
          error={date.fieldState.error && faults.date}
        />
      )}
      <TimeField
        ref={(input) => {
          start.field.ref(input);
          startInput.current = input;
        }}
        label={t({ message: 'Start', comment: 'when an appointment starts' })}
        value={when.startText}
        parse={(text) => readStart(text, { store, day })}
        onBlur={start.field.onBlur}
        onChange={(text) => change({ start: text, fold: null })}
        faultId={startFault ? `${id}-start` : undefined}
      />
      <TextField
        ref={length.field.ref}
        label={t({ message: 'Length', comment: 'how long an appointment takes' })}
        value={when.lengthText}
        onBlur={() => {
          const read = parseDuration(length.field.value);
          if (read !== null) change({ length: durationText(read) });
          length.field.onBlur();
        }}
        onChange={(text) => change({ length: text })}
        hint={isLong ? t`Usually ${usualLength}` : undefined}
        faultId={lengthFault ? `${id}-length` : undefined}
      />
      {/* Below the row, since its fields are too narrow for a sentence. */}
      <div className="col-span-full -mt-1 flex flex-col gap-1 text-xs empty:hidden">
        {startFault ? <Fault id={`${id}-start`} text={startFault} /> : null}
        {lengthFault ? <Fault id={`${id}-length`} text={lengthFault} /> : null}
        {clockHint(when.wall, fold)}
        <ClockChoice
          wall={when.wall}
          zone={zone}
          onFold={(chosen) => change({ fold: chosen })}
          onStart={(instant) => change(startAt(zone, instant))}
        />
      </div>
    </div>
  );
}

function Fault({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="flex gap-1 text-danger">
      <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
      {text}
    </p>
  );
}
