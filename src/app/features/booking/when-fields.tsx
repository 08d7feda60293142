import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { canBookSeries } from '#app/days/series.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { dayText, distanceText, intervalText } from '#app/text/time-text.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import '#scheduling/temporal.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { FreeStarts } from './free-starts.tsx';
import { RepeatButton } from './repeat-fields.tsx';
import { BookingTimeFields } from './time-fields.tsx';
import { type BookingFormState, useBookingFormContext } from './use-booking-form.ts';

/** The time of an appointment: the day, its free times, and fields for typing a time. */
export function WhenFields() {
  const form = useBookingFormContext();
  const { day, onDay, store, purpose, panel, values } = form;
  const { session } = useDesk();
  const heading = useId();
  const [today] = useState(() => dateIn(store.timeZone, Date.now()));
  const noon = dayInterval(store.timeZone, day).start + 12 * 3_600_000;
  const isNow = purpose.kind === 'walk-in';
  const mayRepeat = purpose.kind === 'new' && values.repeat === null && canBookSeries(session.capabilities);
  return (
    <fieldset aria-labelledby={heading} className="flex min-w-0 flex-col gap-1.5">
      <div className={isNow ? 'sr-only' : 'flex items-center gap-1'}>
        <p id={heading} className="min-w-0 grow truncate text-sm font-semibold">
          {dayText(store.timeZone, noon)}
          <span className="ms-2 text-xs font-normal text-muted">{distanceText(today, day)}</span>
        </p>
        {isNow ? null : (
          <>
            {mayRepeat ? <RepeatButton /> : null}
            <IconButton
              label={t`The day before`}
              icon={ChevronLeft}
              className={dayButtonClass}
              onClick={() => onDay(addDays(day, -1))}
            />
            <IconButton
              label={t`The day after`}
              icon={ChevronRight}
              className={dayButtonClass}
              onClick={() => onDay(addDays(day, 1))}
            />
          </>
        )}
      </div>
      {isNow ? null : (
        <>
          <p className="-mt-1 text-xs text-muted empty:hidden">{petAppointmentsText(form)}</p>
          {panel.after === null ? null : <FollowUpDays after={panel.after} />}
          <FreeStarts />
        </>
      )}
      <BookingTimeFields />
    </fieldset>
  );
}

const dayButtonClass =
  'grid size-7 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:bg-sunken rtl:-scale-x-100';

/** Says that the pet already has other appointments that day; empty if it has none. */
function petAppointmentsText({ freeTimes, purpose, store }: BookingFormState): string {
  const others = freeTimes.petAppointments.filter(({ id }) => purpose.kind !== 'move' || id !== purpose.appointment.id);
  if (others.length === 0) return '';
  const times = others.map(recordedTime);
  const list = listFormat.format(times.map((time) => intervalText(store.timeZone, time, time.start)));
  return t({ message: `Already booked that day: ${list}`, comment: 'times of other appointments of the pet' });
}

const listFormat = new Intl.ListFormat(shownLocale, { type: 'unit', style: 'short' });

/** The offered intervals between an appointment and its follow-up. */
const followUpDistances = [
  { weeks: 1 },
  { weeks: 2 },
  { weeks: 4 },
  { months: 6 },
  { years: 1 },
] as const satisfies Temporal.DurationLike[];

/** Offers the days that are a common interval, such as two weeks, after the appointment that is followed up. */
function FollowUpDays({ after }: { after: string }) {
  const { onDay } = useBookingFormContext();
  const heading = useId();
  const from = Temporal.PlainDate.from(after);
  const labels = [t`1 week`, t`2 weeks`, t`4 weeks`, t`6 months`, t`1 year`];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend is on the same line as the buttons.
    <div role="group" aria-labelledby={heading} className="flex flex-wrap items-center gap-1">
      <span id={heading} className="w-21 text-xs font-semibold">
        {t({ message: 'In', comment: 'before distances such as 2 weeks: when an appointment follows' })}
      </span>
      {followUpDistances.map((distance, index) => (
        <Button key={labels[index]} compact onClick={() => onDay(from.add(distance).toString())}>
          {labels[index]}
        </Button>
      ))}
    </div>
  );
}
