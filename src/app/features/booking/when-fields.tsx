import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { ClockChoice, clockFault, clockHint } from '#app/components/clock-choice.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { durationBetween, durationText } from '#app/scheduling/duration.ts';
import { dayText } from '#app/scheduling/time-text.ts';
import { parseDuration } from '#app/scheduling/typed-time.ts';
import { clockAt, type Fold, formatClockTime, usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import {
  type BookingForm,
  type BookingStore,
  endOf,
  type FormValues,
  requestedTime,
  startOf,
  wallTimeOf,
} from './booking-schema.ts';
import { errorText } from './refused-fields.tsx';

type Store = Pick<BookingStore, 'timeZone' | 'openingHours'>;

/** Date, start, length and end, in the wall clock of the store. */
export function WhenFields({ form, store }: { form: BookingForm; store: Store }) {
  const zone = store.timeZone;
  const { control, setValue, trigger } = form;
  const { isSubmitted, errors } = useFormState({ control });
  const date = useController({ control, name: 'date' });
  const start = useController({ control, name: 'start' });
  const length = useController({ control, name: 'length' });
  const end = useController({ control, name: 'end' });
  const fold = useWatch({ control, name: 'fold' });
  const [typedEnd, setTypedEnd] = useState<TypedEnd | null>(null);

  const times = {
    date: date.field.value,
    start: start.field.value,
    fold,
    length: length.field.value,
    end: end.field.value,
  };
  const wall = wallTimeOf(times, store);
  const time = requestedTime(times, store);
  const recheck = () => {
    const named = (['start', 'length', 'end'] as const).filter((field) => isSubmitted || errors[field] !== undefined);
    if (named.length > 0) void trigger(named);
  };
  const chooseFold = (chosen: Fold | null) => {
    setValue('fold', chosen, { shouldDirty: true });
    recheck();
  };
  const changeStart = (text: string) => {
    start.field.onChange(text);
    chooseFold(null);
  };
  const show = (instant: number) => formatClockTime(clockAt(zone, instant), usesTwelveHours());
  const endText = endTextOf(typedEnd, { length: length.field.value, end: end.field.value });
  // While the start or the length is invalid, the end stays as it was: an empty field would look like another error.
  const [lastEnd, setLastEnd] = useState('');
  const shownEnd = time ? show(time.end) : lastEnd;
  if (shownEnd !== lastEnd) setLastEnd(shownEnd);
  const parseTypedEnd = (text: string) => endOf({ ...times, end: text }, store);
  const leaveEnd = () => {
    end.field.onBlur();
    if (endText !== null && endText.trim() !== '' && !parseTypedEnd(endText)) return void trigger('end');
    if (time && endText !== null && endText.trim() !== '')
      setValue('length', durationBetween(time.start, time.end), { shouldDirty: true });
    if (time || endText?.trim() === '') {
      setTypedEnd(null);
      setValue('end', '');
      recheck();
    }
  };

  return (
    <div className="grid grid-cols-[3fr_2fr] gap-3 sm:grid-cols-[3fr_2fr_2fr_2fr]">
      <DateField
        ref={date.field.ref}
        label={t`Date`}
        value={date.field.value}
        zone={zone}
        onBlur={date.field.onBlur}
        onChange={(text) => {
          date.field.onChange(text);
          chooseFold(null);
        }}
        error={errorText('date', date.fieldState.error)}
      />
      <TimeField
        ref={start.field.ref}
        label={t({ message: 'Start', comment: 'when an appointment starts' })}
        value={start.field.value}
        parse={(text) => startOf({ ...times, start: text }, store)}
        onBlur={() => {
          start.field.onBlur();
          void trigger('start');
        }}
        onChange={changeStart}
        error={clockFault(wall, fold) ?? errorText('start', start.fieldState.error)}
        hint={clockHint(wall, fold)}
        remedy={
          <ClockChoice wall={wall} zone={zone} onFold={chooseFold} onStart={(instant) => changeStart(show(instant))} />
        }
      />
      <TextField
        ref={length.field.ref}
        label={t({ message: 'Length', comment: 'how long an appointment takes' })}
        value={length.field.value}
        onBlur={() => {
          const minutes = parseDuration(length.field.value);
          if (minutes !== null && durationText(minutes) !== length.field.value)
            length.field.onChange(durationText(minutes));
          length.field.onBlur();
          void trigger('length');
        }}
        onChange={(text) => {
          length.field.onChange(text);
          setValue('end', '');
          recheck();
        }}
        error={errorText('length', length.fieldState.error)}
      />
      <TimeField
        ref={end.field.ref}
        label={t({ message: 'End', comment: 'when an appointment ends' })}
        value={endText ?? shownEnd}
        parse={parseTypedEnd}
        onBlur={leaveEnd}
        onChange={(text) => {
          setTypedEnd({ text, length: length.field.value });
          end.field.onChange(text.trim());
          recheck();
        }}
        error={errorText('end', end.fieldState.error)}
        hint={time && dateIn(zone, time.end) !== dateIn(zone, time.start) ? dayText(zone, time.end) : undefined}
      />
    </div>
  );
}

/** The end while it is being typed. */
interface TypedEnd {
  text: string;
  /** The form's length when the typing began. */
  length: string;
}

/**
 * The text typed into the end field; null where the end computed from the length is to be shown. Typed text counts
 * only while the form still has it: a visit type, a free time or another length chosen meanwhile replaces it, and what
 * is on the screen must be what is booked.
 */
export function endTextOf(typed: TypedEnd | null, form: Pick<FormValues, 'length' | 'end'>): string | null {
  if (typed !== null && typed.text.trim() === form.end && typed.length === form.length) return typed.text;
  return form.end === '' ? null : form.end;
}
