import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { useDebounced, useStable } from '#app/browser/use-debounced.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { wantedOf } from '#app/scheduling/bookable.ts';
import { dateIn, dayInterval, isDate } from '#app/scheduling/calendar-day.ts';
import { dayAndClockText, dayText, durationText, shortZoneText } from '#app/scheduling/time-text.ts';
import { foldOf } from '#app/scheduling/wall-clock.ts';
import type { DayFreshness } from '#app/session/current-day.ts';
import { AHEAD_DEBOUNCE_MS, type KnownDays, OFFERED, useFreeTimes } from '#app/session/free-times.ts';
import { lookingForTimes, timesInDoubt, timesNotLoaded } from '#app/text/free-times-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { parseDuration } from '#app/typed/times.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import {
  type BookingForm,
  type BookingLists,
  type BookingStore,
  chosenIn,
  fillStart,
  useFormValues,
} from './booking-schema.ts';
import { nothingFreeText } from './booking-text.ts';

interface FreeTimesGroupProps extends BookingLists {
  form: BookingForm;
  /** Whether there is a plan of who is on duty and what is blocked. */
  hasPlan: boolean;
  freshness: DayFreshness;
}

const MINUTE = 60_000;
/** The arrow keys pass through days in the date field. */
const DEBOUNCE_MS = 200;

/** The next free times for the form's vet, length and store, from its day on; a click fills one in. */
export function FreeTimesGroup(props: FreeTimesGroupProps) {
  const { form, companyId, stores, employees, freshness } = props;
  const { setValue, trigger } = form;
  const values = useFormValues(form);
  const { store, time, vet, type } = chosenIn(values, props);
  const minutes = time ? (time.end - time.start) / MINUTE : parseDuration(values.length);
  const settledDate = useDebounced(values.date, DEBOUNCE_MS);
  /** The day that the times start from after one of another day was chosen, so that the others stay visible. */
  const [taken, setTaken] = useState<{ date: string; from: string } | null>(null);
  const date = taken?.date === settledDate ? taken.from : settledDate;
  const ahead = useStable(`${date} ${minutes}`, AHEAD_DEBOUNCE_MS);
  const heading = useId();

  const take = (zone: string, start: number) => {
    setTaken({ date: dateIn(zone, start), from: date });
    fillStart(setValue, zone, start);
    // A typed end belonged to the old start; the free time was searched by length.
    setValue('end', '');
    if (minutes !== null) setValue('length', durationText(minutes), { shouldDirty: true });
    void trigger(['date', 'start', 'length', 'end']);
  };
  return (
    // It takes the focus of a button that goes.
    <fieldset tabIndex={-1} aria-labelledby={heading} className="relative flex min-h-13 min-w-0 flex-col gap-1.5">
      <span id={heading} className="text-xs font-semibold">
        {t`Free times`}
      </span>
      {store && minutes !== null ? (
        <FreeTimes
          key={[date, store.id, minutes, values.employeeId].join()}
          {...{ companyId, stores, store, vet, type, employees, ahead, freshness }}
          hasPlan={props.hasPlan}
          petId={values.pet?.id ?? null}
          length={minutes * MINUTE}
          date={isDate(date) ? date : null}
          chosen={time?.start ?? null}
          onTake={take}
        />
      ) : (
        <p className="text-sm text-muted">{t`Enter a length to see free times.`}</p>
      )}
    </fieldset>
  );
}

interface FreeTimesProps extends Omit<BookingLists, 'appointmentTypes'>, Pick<FreeTimesGroupProps, 'hasPlan'> {
  store: BookingStore;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  petId: string | null;
  /** Milliseconds. */
  length: number;
  /** `YYYY-MM-DD` on the store's calendar; null where the form has none. */
  date: string | null;
  /** Whether the following days may be requested. */
  ahead: boolean;
  freshness: DayFreshness;
  /** The start in the form. */
  chosen: number | null;
  onTake: (zone: string, start: number) => void;
}

function FreeTimes(props: FreeTimesProps) {
  const { companyId, stores, store, vet, type, employees, hasPlan, petId, length, date, chosen, onTake } = props;
  const zone = store.timeZone;
  const now = useMinute();
  const [after, setAfter] = useState<number | null>(null);
  const wanted = wantedOf({ store, vet, type, petId, employees });
  const hasRoom = wanted.rooms === null || wanted.rooms.length > 0;
  const today = dateIn(zone, now);
  const firstDay = dayInterval(zone, date !== null && date > today ? date : today);
  const from = Math.max(now, firstDay.start, after ?? 0);
  const known = useFreeTimes({
    ...wanted,
    ...{ companyId, stores, employees, hasPlan, now, length, firstDay, from },
    // Where no room suits, no day is asked for one.
    count: hasRoom ? OFFERED : 0,
    ahead: props.ahead,
    freshness: props.freshness,
  });
  const starts = known.starts.map(({ start }) => start);
  const last = starts.at(-1);
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        {starts.map((start) => (
          <Button
            key={start}
            compact
            aria-pressed={start === chosen}
            className="px-1.5 text-xs tabular-nums aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => onTake(zone, start)}
          >
            {startText(zone, start)}
          </Button>
        ))}
      </div>
      <div className="absolute -top-1.5 end-0 flex gap-1">
        {after === null ? null : (
          <Button compact tone="quiet" onClick={() => setAfter(null)}>
            {t`First free times`}
          </Button>
        )}
        {known.state === 'enough' && last !== undefined ? (
          // Where a later start is typed, times are searched from there on.
          <Button compact tone="quiet" onClick={() => setAfter(Math.max(last + 1, after === null ? (chosen ?? 0) : 0))}>
            {t({ message: 'Later', comment: 'button: shows later free times' })}
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-xs text-muted empty:absolute">
        {hasRoom ? stateText(known, { vet, store, length }) : noRoomText(store)}
      </p>
      {known.state === 'failed' || known.state === 'unplanned' ? (
        <p className="flex items-center gap-2 text-xs text-muted">
          {timesNotLoaded(known.state, starts.length > 0)}
          <Button compact onClick={known.retry}>
            {words.tryAgain}
          </Button>
        </p>
      ) : null}
    </>
  );
}

function noRoomText({ name }: BookingStore): string {
  const place = isolated(name);
  return t`No room at ${place} is for this visit type, so no time is free.`;
}

function startText(zone: string, start: number): string {
  const when = dayAndClockText(zone, start);
  const zoneName = shortZoneText(zone, start);
  return foldOf(zone, start)
    ? t({ message: `${when} (${zoneName})`, comment: 'a time that comes twice that day, with its time zone' })
    : when;
}

/** A note beside the free times, about loading, errors and the end of the search. */
function stateText(
  { state, starts, span, unreadable }: KnownDays,
  asked: Pick<FreeTimesProps, 'vet' | 'store' | 'length'>,
): string {
  const zone = asked.store.timeZone;
  const doubt = timesInDoubt(unreadable);
  if (state === 'loading') return starts.length === 0 ? lookingForTimes() : doubt;
  if (state !== 'ended') return doubt;
  const until = dayText(zone, span.end - 1);
  if (span.end <= span.start) return '';
  if (starts.length === 0) return nothingFreeText(asked, until);
  const noOthers = t({ message: `No others until ${until}.`, comment: 'no other free times, until a day' });
  return doubt === '' ? noOthers : `${noOthers} ${doubt}`;
}
