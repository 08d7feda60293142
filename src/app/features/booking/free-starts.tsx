import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { doubtfulTimesText, lookingForTimesText, timesNotLoadedText } from '#app/text/free-times-text.ts';
import { clockText, shortZoneText } from '#app/text/time-text.ts';
import type { FreeStart } from '#scheduling/bookable.ts';
import { findFold } from '#scheduling/wall-clock.ts';
import { typedStartAt } from './booking-time.ts';
import { noTimeText, type PartOfDay } from './no-time-text.ts';
import { type BookingFormState, useBookingFormContext } from './use-booking-form.ts';

/** The number of free starts initially offered for a morning or an afternoon. */
const INITIAL_STARTS = 8;

/** The free starts of the day, or why there are none. */
export function FreeStarts() {
  const form = useBookingFormContext();
  const { freeTimes, day, lists, state, store } = form;
  const { starts, noon, unreadable } = freeTimes;
  const noTimesText = (part: PartOfDay) => noTimeText(freeTimes.whyNone(part), { ...lists, part, day, store });
  if (freeTimes.state === 'waiting') return <p className="text-sm text-muted">{missingInputText(form)}</p>;
  if (freeTimes.state === 'loading' || (starts.length === 0 && freeTimes.isSearching))
    return (
      <p role="status" className="min-h-16 text-sm text-muted">
        {lookingForTimesText()}
      </p>
    );
  if (freeTimes.state === 'failed' || freeTimes.state === 'unplanned')
    return <p className="min-h-16 text-sm text-muted">{timesNotLoadedText('failed', false)}</p>;
  // The line below (`StateLine`) says why the day has no free start, unless it is about a typed time.
  if (starts.length === 0)
    return state.kind === 'none' ? null : <p className="text-xs text-muted">{noTimesText('day')}</p>;
  const doubt = doubtfulTimesText(unreadable);
  const [morning, afternoon] = [
    starts.filter(({ start }) => start < noon),
    starts.filter(({ start }) => start >= noon),
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <PartOfDayStarts label={t`Morning`} starts={morning} whyNone={() => noTimesText('morning')} />
      <PartOfDayStarts label={t`Afternoon`} starts={afternoon} whyNone={() => noTimesText('afternoon')} />
      {doubt === '' ? null : <p className="text-xs text-muted">{doubt}</p>}
    </div>
  );
}

/** Says what has to be entered before free times can be searched. */
function missingInputText({ values, type }: BookingFormState): string {
  const hasPet = values.pet !== null || values.newPet !== null;
  if (type === null) {
    return hasPet ? t`Choose a visit type to see free times.` : t`Choose a pet and a visit type to see free times.`;
  }
  return hasPet ? t`Enter a length to see free times.` : t`Choose a pet to see free times.`;
}

interface PartOfDayStartsProps {
  label: string;
  starts: readonly FreeStart[];
  /** Says why there are no free starts. */
  whyNone: () => string;
}

/** The free starts of a part of the day, as buttons with arrow-key navigation. */
function PartOfDayStarts({ label, starts, whyNone }: PartOfDayStartsProps) {
  const { change, store, when } = useBookingFormContext();
  const heading = useId();
  const [showsAll, setShowsAll] = useState(false);
  const zone = store.timeZone;
  const isHidden = !showsAll && starts.length > INITIAL_STARTS;
  const shown = isHidden ? starts.slice(0, INITIAL_STARTS) : starts;
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
          value={shown.some(({ start }) => start === when.start) ? [String(when.start)] : []}
          onValueChange={([start]) => (start === undefined ? undefined : change(typedStartAt(zone, Number(start))))}
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
  return findFold(zone, start)
    ? t({ message: `${clock} (${zoneName})`, comment: 'a time that comes twice that day, with its time zone' })
    : clock;
}
