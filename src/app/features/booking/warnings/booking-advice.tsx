import { plural, t } from '@lingui/core/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { entriesOf, unreadableOf, usePlan, useRetryPlan } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import {
  type BookingLists,
  type BookingRequest,
  type BookingStore,
  chosenIn,
  type FormValues,
  type PetChoice,
} from '#app/features/booking/booking-schema.ts';
import { warningText } from '#app/features/booking/booking-text.ts';
import { createBookable, wantedOf } from '#app/scheduling/bookable.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { type PlanEntries, weeksToKnow } from '#app/scheduling/duty.ts';
import { contains, type Interval } from '#app/scheduling/interval.ts';
import { isStay } from '#app/scheduling/visit.ts';
import { type DayFreshness, useCurrentDay } from '#app/session/current-day.ts';
import { words } from '#app/text/shared-texts.ts';
import { dutyUnknownText } from '#app/text/time-warnings.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type BookingWarning, bookingWarnings, daysToKnow } from './booking-warnings.ts';

interface AdviceOptions extends BookingLists {
  /** Whether there is a plan of who is on duty and what is blocked. */
  hasPlan: boolean;
  /** The current values of the form. */
  values: FormValues;
  freshness: DayFreshness;
  /** The room that the booking is to get; null for any. */
  roomId: string | null;
}

/** The warnings about the booking in the form, and what they are based on. */
export interface Advice {
  stores: readonly BookingStore[];
  store: BookingStore;
  /** The time of the booking. */
  time: Interval;
  pet: PetChoice | null;
  vet: ReceivedEmployee | null;
  warnings: BookingWarning[];
  /** All appointments on the days of the time, in every store; null unless all are loaded and up to date. */
  appointments: readonly ReceivedAppointment[] | null;
  /** The plan of the weeks of the time; null while it is not known. */
  plan: PlanEntries | null;
  /** Unresolved records on those days, and entries in those weeks of the plan: any of them may take the time. */
  unreadable: number;
  /** Of the appointments at the time, those that a warning would name. */
  inTheWay: (appointments: readonly ReceivedAppointment[]) => ReceivedAppointment[];
  /** The room that the booking would get; null where none is free, or not everything is known. */
  likelyRoomId: string | null;
  /** Whether the plan could not be loaded. */
  isPlanLost: boolean;
  /** Retries what could not be loaded or confirmed; null where nothing failed. */
  retry: (() => void) | null;
  /** Milliseconds since 1970-01-01T00:00Z, updated every minute. */
  now: number;
}

/** While a date or a length is typed it passes through wrong ones: days are loaded at a pause. */
const DEBOUNCE_MS = 200;
/** Longer for a stay, whose days have many pages. */
const STAY_DEBOUNCE_MS = 1000;

/** Computes the warnings for the form as it is; null while its time cannot be parsed. */
export function useAdvice(options: AdviceOptions): Advice | null {
  const { values, companyId, stores, employees, freshness, roomId } = options;
  const now = useMinute();
  const { pet } = values;
  const { store, time, vet, type } = chosenIn(values, options);
  const stay = store && time && isStay(time, dayOfInstant(store.timeZone, time.start));
  const stillMs = stay ? STAY_DEBOUNCE_MS : DEBOUNCE_MS;
  const needed = store && time ? daysToKnow(time, store.timeZone) : null;
  const start = useDebounced(needed?.start ?? null, stillMs);
  const end = useDebounced(needed?.end ?? null, stillMs);
  const known = start !== null && end !== null ? { start, end } : null;
  const { state, content, retry } = useCurrentDay({ stores, span: known }, freshness);
  const mondays = store && known ? weeksToKnow([store.timeZone], known) : [];
  const found = usePlan({ companyId, mondays, isThere: options.hasPlan });
  const retryPlan = useRetryPlan();
  if (!store || !time || !needed) return null;
  // The days of another time say nothing about this one.
  const isKnown = known !== null && contains(known, needed);
  const loaded = isKnown ? content : null;
  const plan = isKnown ? entriesOf(found) : null;
  const asked = { time, store, stores, roomId, petId: pet?.id ?? null, vet, type, employees, plan, now };
  const warningsOf = (appointments: readonly ReceivedAppointment[] | null) =>
    bookingWarnings({ ...asked, appointments });
  const complete = state === 'complete' ? (loaded?.appointments ?? null) : null;
  const isDayLost = isKnown && state === 'failed';
  const isPlanLost = isKnown && found.state === 'failed';
  return {
    stores,
    store,
    time,
    pet,
    vet,
    warnings: warningsOf(loaded?.appointments ?? null),
    inTheWay: (appointments) => [...new Set(warningsOf(appointments).flatMap(namedIn))],
    appointments: complete,
    likelyRoomId:
      complete && plan
        ? createBookable({ ...asked, span: needed, appointments: complete, plan }).roomGiven(wantedOf(asked), time)
        : null,
    unreadable: loaded === null ? 0 : loaded.unresolvedIds.length + unreadableOf(found),
    plan,
    isPlanLost,
    retry:
      isDayLost || isPlanLost
        ? () => {
            if (isDayLost) retry();
            if (isPlanLost) retryPlan();
          }
        : null,
    now,
  };
}

/**
 * The ids of the conflicting appointments that were shown before this booking was submitted; null where the form has
 * changed since, or where they were not loaded.
 */
export function shownConflicts(advice: Advice | null, request: BookingRequest): ReadonlySet<string> | null {
  if (!advice?.appointments) return null;
  const { time, pet, vet, warnings } = advice;
  const isSame =
    pet?.id === request.petId &&
    vet?.id === request.employeeId &&
    time.start === instantOf(request.start) &&
    time.end === instantOf(request.end);
  if (!isSame) return null;
  return new Set(warnings.flatMap(namedIn).map(({ id }) => id));
}

/** The appointments that a warning names. */
function namedIn(warning: BookingWarning): ReceivedAppointment[] {
  if (warning.kind === 'no-vet-free') return [...warning.busy.map(({ other }) => other), ...warning.withoutVet];
  if (warning.kind === 'rooms-taken') return [...warning.others, ...warning.withoutRoom];
  return 'others' in warning ? warning.others : [];
}

interface BookingAdviceProps {
  advice: Advice | null;
  /** The pets whose names are known. */
  pets: Directory['pets'];
  /** Whether the form is untouched: its time is a suggestion, and no "free" is shown for it. */
  untouched: boolean;
  /** Whether a field holds text that no value stands for yet, or a booking has just failed: no "free" is shown meanwhile. */
  unsettled: boolean;
}

/** Shows the warnings about the booking. They never prevent it. */
export function BookingAdvice({ advice, ...props }: BookingAdviceProps) {
  const section = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // What it says is written with each change of the form.
  useEffect(() => {
    const element = section.current;
    setScrolls(element !== null && element.scrollHeight > element.clientHeight);
  });
  return (
    // There from the beginning, and not hidden while it is empty: what comes into it is then told.
    <section
      ref={section}
      // What scrolls must be scrolled by keyboard, too; otherwise it is no stop on the way to booking.
      {...(scrolls ? { tabIndex: 0 } : {})}
      aria-label={t`Before you book`}
      aria-live="polite"
      className="@container flex flex-col gap-1.5 text-sm empty:absolute [@media(height>=26rem)]:max-h-[30dvh] [@media(height>=26rem)]:overflow-y-auto"
    >
      {advice ? <AdviceLines advice={advice} {...props} /> : null}
    </section>
  );
}

function AdviceLines({ advice, pets, untouched, unsettled }: BookingAdviceProps & { advice: Advice }) {
  const { store, stores, time, pet, warnings, appointments, plan, unreadable, retry } = advice;
  const isKnown = appointments !== null && plan !== null;
  const settled = isKnown && warnings.length === 0 && !untouched && !unsettled;
  return (
    <>
      {warnings.map((warning) => {
        const { title, others } = warningText(warning, { store, stores, time, pets, petName: pet?.name ?? '' });
        return (
          <div key={warning.kind} className="flex gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
            <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
            <div className="min-w-0">
              <p className="font-medium text-warn">{title}</p>
              {others.length > 0 ? (
                <ul className={others.length > 2 ? 'text-xs @lg:columns-2' : ''}>
                  {others.map(({ id, text }) => (
                    <li key={id} className="break-inside-avoid break-words">
                      {text}
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          </div>
        );
      })}
      {retry ? (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {advice.isPlanLost ? dutyUnknownText() : words.clashesUnknown}
          <Button compact onClick={retry}>
            {words.tryAgain}
          </Button>
        </p>
      ) : null}
      {!isKnown && !retry && !untouched ? <p className="text-muted">{words.checkingClashes}</p> : null}
      {settled && unreadable > 0 ? (
        <p className="text-muted">
          {plural(unreadable, {
            one: '# record of that day could not be read: this time may be taken.',
            other: '# records of that day could not be read: this time may be taken.',
          })}
        </p>
      ) : null}
      {settled && unreadable === 0 ? (
        <p className="flex items-center gap-2 text-ok">
          <CircleCheck aria-hidden="true" size={16} /> {words.timeIsFree}
        </p>
      ) : null}
    </>
  );
}
