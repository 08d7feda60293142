import { t } from '@lingui/core/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { entriesOf, usePlan, useRetryPlan } from '#app/api/availability.ts';
import { storeOf } from '#app/api/directory.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { ClockChoice, clockFault, clockHint, TimeField } from '#app/components/time-field.tsx';
import { dateIn, dayInterval, isDate, isUsableDate, zoneOf } from '#app/scheduling/calendar-day.ts';
import { weeksToKnow } from '#app/scheduling/duty.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { durationBetween, intervalText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import {
  clockAt,
  type Fold,
  foldOf,
  formatClockTime,
  instantOfWallTime,
  resolveWallTime,
  usesTwelveHours,
  type WallTime,
} from '#app/scheduling/wall-clock.ts';
import { useCurrentDay } from '#app/session/current-day.ts';
import { words } from '#app/text/shared-texts.ts';
import { dutyUnknownText } from '#app/text/time-warnings.ts';
import { parseDuration, parseStart } from '#app/typed/times.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';
import { type ChangeNames, nameOf } from './change-names.ts';
import { warningTexts } from './change-warnings.ts';
import { differing } from './field-changes.ts';

interface TimeDialogProps {
  companyId: string;
  /** Whether there is a plan of who is on duty and what is blocked. */
  hasPlan: boolean;
  appointment: ReceivedAppointment;
  names: ChangeNames;
  onChange: (time: { start: string; end: string }) => void;
  onClose: () => void;
}

interface Times {
  date: string;
  start: string;
  /** Which of two equal times is meant, where the clocks show the start twice on that day. */
  fold: Fold | null;
  length: string;
}

/** The time in the fields, or the field with an error and its text. */
type RequestedTime = Interval | { field: Exclude<keyof Times, 'fold'>; fault: string };

const MINUTE = 60_000;
const DEBOUNCE_MS = 200;

type Store = Pick<ReceivedStore, 'openingHours'> & { timeZone: string };

function wallTimeOf({ date, start }: Times, { openingHours, timeZone }: Store): WallTime | null {
  const clock = parseStart(start, openingHours, date);
  return clock && isDate(date) ? resolveWallTime(timeZone, date, clock) : null;
}

function requestedTime(times: Times, store: Store): RequestedTime {
  const { date, fold, length } = times;
  if (!isUsableDate(date)) return { field: 'date', fault: t`Enter a day.` };
  const wall = wallTimeOf(times, store);
  if (!wall) return { field: 'start', fault: t`Enter a time such as 9:30.` };
  const minutes = parseDuration(length);
  if (minutes === null)
    return { field: 'length', fault: t({ message: 'Enter a length such as 30 min.', comment: 'of an appointment' }) };
  const from = instantOfWallTime(wall, fold);
  return from === null
    ? { field: 'start', fault: clockFault(wall, fold) ?? '' }
    : { start: from, end: from + minutes * MINUTE };
}

/** A dialog to type another time, length or day. */
export function TimeDialog({ companyId, hasPlan, appointment, names, onChange, onClose }: TimeDialogProps) {
  const { directory } = names;
  const zone = zoneOf(appointment, directory);
  const store = { openingHours: storeOf(appointment, directory)?.openingHours ?? [], timeZone: zone };
  const before = recordedTime(appointment);
  const now = useMinute();
  const show = (instant: number) => formatClockTime(clockAt(zone, instant), usesTwelveHours());
  const [times, setTimes] = useState<Times>(() => ({
    date: dateIn(zone, before.start),
    start: show(before.start),
    fold: foldOf(zone, before.start),
    length: durationBetween(before.start, before.end),
  }));
  const [sent, setSent] = useState(false);
  const [opened] = useState(Date.now);
  const wall = wallTimeOf(times, store);
  const asked = requestedTime(times, store);
  const time = 'fault' in asked ? null : asked;
  const faultIn = (field: Exclude<keyof Times, 'fold'>) =>
    sent && 'fault' in asked && asked.field === field ? asked.fault : undefined;
  const change = (changed: Partial<Times>) => setTimes({ ...times, ...changed });

  const date = useDebounced(isDate(times.date) ? times.date : dateIn(zone, before.start), DEBOUNCE_MS);
  const day = dayInterval(zone, date);
  const span = { ...day, end: Math.max(day.end, time?.end ?? 0) };
  const { state, content } = useCurrentDay(
    { stores: directory.company.stores, span },
    { currentSince: opened },
    { refetch: true },
  );
  const found = usePlan({ companyId, mondays: weeksToKnow([zone], span), isThere: hasPlan });
  const retryPlan = useRetryPlan();
  const others = content?.appointments ?? [];
  const plan = entriesOf(found);
  const known = state === 'complete' && plan !== null && date === times.date;
  const moved = time && {
    ...appointment,
    start: new Date(time.start).toISOString(),
    end: new Date(time.end).toISOString(),
  };
  const warnings = moved
    ? warningTexts(
        moved,
        // The end is given in any case, so that an unchanged time is judged, too: its vet may have been marked away since.
        { ...differing({ start: moved.start }, appointment), end: moved.end },
        { others, complete: true, plan: plan ?? [], now },
        directory,
      )
    : [];

  function save(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (!moved) return;
    onChange({ start: moved.start, end: moved.end });
    onClose();
  }

  const name = nameOf(appointment, directory);
  const when = intervalText(zone, before, before.start);
  return (
    <Dialog
      title={t`Reschedule`}
      description={t({ message: `${name}, now ${when}`, comment: 'an appointment and from when until when it is now' })}
      onClose={onClose}
    >
      <form noValidate onSubmit={save} className="flex flex-col gap-3 overflow-y-auto p-4">
        <div className="grid grid-cols-[3fr_2fr] gap-3 sm:grid-cols-[3fr_2fr_2fr]">
          <DateField
            label={t`Date`}
            value={times.date}
            zone={zone}
            onChange={(text) => change({ date: text, fold: null })}
            error={faultIn('date')}
          />
          <TimeField
            label={t({ message: 'Start', comment: 'when an appointment starts' })}
            value={times.start}
            parse={(text) => parseStart(text, store.openingHours, times.date)}
            onChange={(text) => change({ start: text, fold: null })}
            error={clockFault(wall, times.fold) ?? faultIn('start')}
            hint={clockHint(wall, times.fold)}
            remedy={
              <ClockChoice
                wall={wall}
                zone={zone}
                onFold={(fold) => change({ fold })}
                onStart={(instant) => change({ start: show(instant), fold: null })}
              />
            }
          />
          <TextField
            label={t({ message: 'Length', comment: 'how long an appointment takes' })}
            value={times.length}
            onChange={(text) => change({ length: text })}
            error={faultIn('length')}
          />
        </div>
        {/* Above what comes and goes: they stay under the pointer. */}
        <div className="flex gap-2">
          <Button type="submit" tone="primary">
            {t`Reschedule`}
          </Button>
          <Button onClick={onClose}>{t({ message: 'Cancel', comment: 'button: nothing is done' })}</Button>
        </div>
        <section
          aria-label={t`Before you move it`}
          aria-live="polite"
          className="flex min-h-12 shrink-0 flex-col gap-1.5 text-sm"
        >
          {warnings.map((text) => (
            <p key={text} className="flex gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
              <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
              {text}
            </p>
          ))}
          {time === null ? null : known ? (
            warnings.length > 0 ? null : (
              <p className="flex items-center gap-2 text-ok">
                <CircleCheck aria-hidden="true" size={16} /> {words.timeIsFree}
              </p>
            )
          ) : (
            <p className="flex flex-wrap items-center gap-2 text-muted">
              {state === 'failed' ? (
                words.clashesUnknown
              ) : found.state === 'failed' ? (
                <>
                  {dutyUnknownText()}
                  <Button compact onClick={retryPlan}>
                    {words.tryAgain}
                  </Button>
                </>
              ) : (
                words.checkingClashes
              )}
            </p>
          )}
        </section>
      </form>
    </Dialog>
  );
}
