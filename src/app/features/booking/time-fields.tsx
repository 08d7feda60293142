import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { DateField } from '#app/components/date-field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { ClockChoice, clockError, clockHint, TimeField } from '#app/components/time-field.tsx';
import { durationText } from '#app/text/time-text.ts';
import { parseDuration } from '#reading/times.ts';
import { isUsableDate } from '#scheduling/calendar-day.ts';
import { readStart, typedStartAt } from './booking-time.ts';
import { useBookingFormContext } from './use-booking-form.ts';

/** The fields for typing a date, a start and a length, in the store's wall-clock time. */
export function BookingTimeFields() {
  const { purpose, store, when, values, change, errors } = useBookingFormContext();
  const id = useId();
  const isNow = purpose.kind === 'walk-in';
  const startError = clockError(when.wall, values.fold) ?? errors.start;
  return (
    <div
      className={`grid gap-2 ${isNow ? 'grid-cols-2' : 'grid-cols-2 sm:grid-cols-[11.25rem_1.15fr_1fr] max-sm:*:first:col-span-2'}`}
    >
      {isNow ? null : <BookingDateField />}
      <StartField errorId={startError ? `${id}-start` : undefined} />
      <LengthField errorId={errors.length ? `${id}-length` : undefined} />
      {/* Errors and hints are below the row, since the fields are too narrow for a sentence. */}
      <div className="col-span-full -mt-1 flex flex-col gap-1 text-xs empty:hidden">
        {startError ? <FieldError id={`${id}-start`} text={startError} /> : null}
        {errors.length ? <FieldError id={`${id}-length`} text={errors.length} /> : null}
        {clockHint(when.wall, values.fold)}
        <ClockChoice
          wall={when.wall}
          zone={store.timeZone}
          onFold={(fold) => change({ fold })}
          onStart={(instant) => change(typedStartAt(store.timeZone, instant))}
        />
      </div>
    </div>
  );
}

function BookingDateField() {
  const { form, store, day, onDay, change, errors } = useBookingFormContext();
  const { field } = useController({ control: form.control, name: 'date' });
  return (
    <DateField
      ref={field.ref}
      label={t`Date`}
      value={field.value === '' ? day : field.value}
      zone={store.timeZone}
      onBlur={field.onBlur}
      onChange={(text) => {
        const isRead = isUsableDate(text);
        change({ date: isRead ? '' : text, fold: null });
        if (isRead) onDay(text);
      }}
      error={errors.date}
    />
  );
}

function StartField({ errorId }: { errorId: string | undefined }) {
  const { form, store, day, when, change } = useBookingFormContext();
  const { field } = useController({ control: form.control, name: 'start' });
  const input = useRef<HTMLInputElement>(null);
  const proposal = when.isChosen ? null : when.startText;
  useLayoutEffect(() => {
    // Selects a time that is proposed while the field has the focus, so that typing replaces it.
    if (proposal !== null && document.activeElement === input.current) input.current?.select();
  }, [proposal]);
  return (
    <TimeField
      ref={(element) => {
        field.ref(element);
        input.current = element;
      }}
      label={t({ message: 'Start', comment: 'when an appointment starts' })}
      value={when.startText}
      parse={(text) => readStart(text, { store, day })}
      onBlur={field.onBlur}
      onChange={(start) => change({ start, fold: null })}
      errorId={errorId}
    />
  );
}

function LengthField({ errorId }: { errorId: string | undefined }) {
  const { form, when, change } = useBookingFormContext();
  const { field } = useController({ control: form.control, name: 'length' });
  return (
    <TextField
      ref={field.ref}
      label={t({ message: 'Length', comment: 'how long an appointment takes' })}
      value={when.lengthText}
      onBlur={() => {
        const read = parseDuration(field.value);
        if (read !== null) change({ length: durationText(read) });
        field.onBlur();
      }}
      onChange={(length) => change({ length })}
      errorId={errorId}
    />
  );
}

function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="flex gap-1 text-danger">
      <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
      {text}
    </p>
  );
}
