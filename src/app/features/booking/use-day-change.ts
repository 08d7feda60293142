import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { dayText } from '#app/text/time-text.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import type { BookingStore } from './booking-values.ts';
import { noTimeText } from './no-time-text.ts';
import type { PanelProps } from './panel-props.ts';
import type { BookingFreeTimes } from './use-free-times.ts';

/**
 * Returns the day of the panel, whether the calendar is still changing to a requested day, and a function that requests
 * one.
 */
export function useDayChange({ day, onDay }: Pick<PanelProps, 'day' | 'onDay'>) {
  const [before, setBefore] = useState<string | null>(null);
  // The change also ends if the calendar goes to a day that was not requested, for example through its own buttons.
  if (before !== null && before !== day) setBefore(null);
  return {
    day,
    isChanging: before === day,
    onDay(next: string) {
      if (next !== day) setBefore(day);
      onDay(next);
    },
  };
}

interface NextFreeDayInput extends Pick<PanelProps, 'day' | 'onDay'> {
  store: BookingStore;
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  freeTimes: BookingFreeTimes;
  /** Whether a start is already selected, so that the form keeps its day. */
  isTimed: boolean;
}

/**
 * Moves a newly opened panel to the next day with free time, and returns why the first day was skipped (empty if it was
 * not). A day that the person selected is kept, as is a day on which a vet other than the requested one is free.
 */
export function useNextFreeDay({ day, onDay, store, stores, employees, freeTimes, isTimed }: NextFreeDayInput): {
  skipped: string;
  isLeaving: boolean;
} {
  const [before, setBefore] = useState(day);
  const [isTurned, setTurned] = useState(false);
  const [skipped, setSkipped] = useState<{ text: string; to: string } | null>(null);
  if (day !== before) {
    setBefore(day);
    setTurned(day !== skipped?.to);
  }
  const { state, starts, next, otherVetStart } = freeTimes;
  const hasNone = state === 'loaded' && freeTimes.isPossible && !isTimed && !isTurned && starts.length === 0;
  const to = hasNone && otherVetStart === null && next !== null ? dateIn(store.timeZone, next.start) : null;
  const go = useEffectEvent((target: string) => {
    const date = dayText(store.timeZone, freeTimes.noon);
    const why = noTimeText(freeTimes.whyNone('day'), { part: 'day', day, store, stores, employees });
    const text = t({ message: `${date}: ${why}`, comment: 'a day, and why it has no free time' });
    setSkipped({ text: skipped?.to === day ? skipped.text : text, to: target });
    onDay(target);
  });
  useEffect(() => {
    if (to !== null) go(to);
  }, [to]);
  return {
    skipped: skipped?.to === day ? skipped.text : '',
    isLeaving: to !== null || (hasNone && otherVetStart === null && freeTimes.isSearching),
  };
}
