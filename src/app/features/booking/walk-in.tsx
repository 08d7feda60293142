import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { createBookable, wantedOf } from '#app/scheduling/bookable.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText } from '#app/scheduling/time-text.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { type BookingForm, type BookingPrefill, type BookingStore, fillStart } from './booking-schema.ts';
import type { Advice } from './warnings/booking-advice.tsx';
import { daysToKnow } from './warnings/booking-warnings.ts';

interface VisitNow {
  wanted: ReturnType<typeof wantedOf>;
  time: Interval;
  /** What is known of the day. */
  bookable: ReturnType<typeof createBookable>;
}

/** What a visit that begins now needs; null while not all that may be in the way is known. */
function visitNow(
  { store, stores, time, appointments, plan }: Advice,
  type: ReceivedAppointmentType | null,
  employees: readonly ReceivedEmployee[],
  now: number,
): VisitNow | null {
  if (appointments === null || plan === null) return null;
  const span = daysToKnow(time, store.timeZone);
  const wanted = wantedOf({ store, type, employees, vet: null, petId: null });
  return { wanted, time, bookable: createBookable({ span, appointments, plan, stores, employees, now }) };
}

interface WalkInOptions {
  /** All staff. */
  employees: readonly ReceivedEmployee[];
  form: BookingForm;
  prefill: BookingPrefill;
  /** Whether a booking is under way, or what became of one is not known: then nothing in the form changes by itself. */
  isSent: boolean;
  /** Whether the form continues a draft, whose vet and room were those that were free then. */
  isRestored: boolean;
  advice: Advice | null;
  type: ReceivedAppointmentType | null;
}

interface WalkIn {
  /** Whether the form is that of a walk-in, as it is until the person chooses another time. */
  isOn: boolean;
  /** What is free now; null while the day is not known. */
  place: { now: VisitNow; found: { employeeId: string | null; roomId: string | null } } | null;
  /** Goes on with the whole form, without the status, the vet and the room that were for now. */
  leave: () => void;
  /** Goes on with the whole form at a later start: who waits for it is here. */
  waitUntil: (start: number, zone: string) => void;
}

/**
 * Keeps the start of a walk-in at the present minute, and gives it the first vet and room that are free, unless the person
 * has chosen others.
 */
export function useWalkIn({ form, prefill, isSent, isRestored, advice, type, employees }: WalkInOptions): WalkIn {
  const minute = useMinute();
  const { setValue, getValues } = form;
  const [isOn, setOn] = useState(prefill.walkIn === true);
  const [given, setGiven] = useState<{ employeeId: string | null; roomId: string | null } | null>(() =>
    isRestored ? getValues() : null,
  );
  const zone = advice?.store.timeZone;
  const keepNow = useEffectEvent((timeZone: string) => {
    fillStart(setValue, timeZone, Math.floor(Date.now() / 60_000) * 60_000, { shouldDirty: false });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each minute.
  useEffect(() => {
    if (isOn && !isSent && zone !== undefined) keepNow(zone);
  }, [isOn, isSent, zone, minute]);

  const now = isOn && !isSent && advice ? visitNow(advice, type, employees, minute) : null;
  const found = now?.bookable.freePlace(now.wanted, now.time) ?? null;
  const give = useEffectEvent((place: NonNullable<typeof given>) => {
    const values = getValues();
    if (values.employeeId === (given?.employeeId ?? null)) setValue('employeeId', place.employeeId);
    if (values.roomId === (given?.roomId ?? null)) setValue('roomId', place.roomId);
    setGiven(place);
  });
  const { employeeId, roomId } = found ?? {};
  useEffect(() => {
    if (employeeId !== undefined && roomId !== undefined) give({ employeeId, roomId });
  }, [employeeId, roomId]);
  return {
    isOn,
    place: now && found ? { now, found } : null,
    leave() {
      if (!isOn) return;
      setOn(false);
      const values = getValues();
      setValue('status', prefill.status ?? defaultAppointmentStatus);
      if (values.employeeId === given?.employeeId) setValue('employeeId', null);
      if (values.roomId === given?.roomId) setValue('roomId', null);
    },
    waitUntil(start, timeZone) {
      setOn(false);
      fillStart(setValue, timeZone, start);
    },
  };
}

interface WalkInTimeProps {
  walkIn: WalkIn;
  /** The time in the form. */
  time: Interval | null;
  store: BookingStore;
}

/** When a walk-in is seen: now, or the next free time where nothing is free. */
export function WalkInTime({ walkIn, time, store }: WalkInTimeProps) {
  const { place, leave, waitUntil } = walkIn;
  const zone = store.timeZone;
  const [start, end] = time ? [time.start, time.end].map((instant) => clockText(zone, instant)) : ['', ''];
  const lacks = place !== null && lacksPlace(place);
  const next = lacks ? nextStart(place.now) : null;
  const nextText = next === null ? '' : clockText(zone, next);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span>
          {time
            ? t({
                message: `Now, ${start} to ${end}, checked in`,
                comment: 'when a patient without an appointment is seen',
              })
            : t`Now, checked in`}
        </span>
        <Button compact tone="quiet" onClick={leave}>
          {t`Another time`}
        </Button>
      </p>
      <div role="status" className="empty:absolute">
        {lacks ? (
          <p className="flex flex-wrap items-center gap-2 rounded-md bg-warn-soft px-2.5 py-1.5 text-warn">
            {next === null
              ? t`Nothing is free now, nor later today.`
              : t({ message: `Nothing is free now. The next free time is ${nextText}.`, comment: 'a time of day' })}
            {next === null ? null : (
              <Button compact onClick={() => waitUntil(next, zone)}>
                {t({ message: `Take ${nextText}`, comment: 'button: books at that time of day instead' })}
              </Button>
            )}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Whether no vet, or no room, is free where the visit needs one. */
function lacksPlace({ now: { wanted }, found }: NonNullable<WalkIn['place']>): boolean {
  return (wanted.staff.length > 0 && found.employeeId === null) || (wanted.rooms !== null && found.roomId === null);
}

/** The next start on the days that are known at which a vet and a room are free; null where there is none. */
function nextStart({ wanted, time, bookable }: VisitNow): number | null {
  const [first] = bookable.freeStarts(wanted, { length: time.end - time.start, from: time.start, count: 1 });
  return first?.start ?? null;
}
