import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { during, isAssigned } from '#app/scheduling/clashes.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText } from '#app/scheduling/time-text.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { type BookingForm, type BookingPrefill, type BookingStore, fillStart } from './booking-schema.ts';
import { freeRoom, freeTimes } from './free-times.ts';
import type { Advice } from './warnings/booking-advice.tsx';
import { eligibleStaff } from './warnings/booking-warnings.ts';

interface VisitNow {
  store: BookingStore;
  time: Interval;
  type: ReceivedAppointmentType | null;
  employees: readonly ReceivedEmployee[];
  /** All appointments of that day, in every store. */
  appointments: readonly ReceivedAppointment[];
}

/** The first vet and the first room that are free for a visit; each null where none is. */
export function freePlace({ store, time, type, employees, appointments }: VisitNow) {
  const others = during(appointments, time);
  const isFree = ({ id }: ReceivedEmployee) => !others.some((other) => isAssigned(other, id));
  const vet = eligibleStaff({ vet: null, type, store, employees }).find(isFree);
  return { employeeId: vet?.id ?? null, roomId: freeRoom(store, type?.category ?? null, time, appointments) };
}

/** The next start that day at which a vet and a room are free; null where there is none. */
export function nextStart({ store, time, type, employees, appointments }: VisitNow, date: string): number | null {
  const [start = null] = freeTimes({
    ...{ store, appointments, petId: null, category: type?.category ?? null, count: 1 },
    staffIds: eligibleStaff({ vet: null, type, store, employees }).map(({ id }) => id),
    length: time.end - time.start,
    known: dayInterval(store.timeZone, date),
    from: time.start,
  });
  return start;
}

interface WalkInOptions extends Pick<VisitNow, 'employees'> {
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
  place: { now: VisitNow; found: ReturnType<typeof freePlace> } | null;
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

  const now: VisitNow | null =
    isOn && !isSent && advice?.appointments
      ? { store: advice.store, time: advice.time, type, employees, appointments: advice.appointments }
      : null;
  const found = now && freePlace(now);
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
  date: string;
}

/** When a walk-in is seen: now, or the next free time where nothing is free. */
export function WalkInTime({ walkIn, time, store, date }: WalkInTimeProps) {
  const { place, leave, waitUntil } = walkIn;
  const zone = store.timeZone;
  const [start, end] = time ? [time.start, time.end].map((instant) => clockText(zone, instant)) : ['', ''];
  const lacks = place !== null && lacksPlace(place);
  const next = lacks ? nextStart(place.now, date) : null;
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
function lacksPlace({ now, found }: NonNullable<WalkIn['place']>): boolean {
  const { store, type, employees } = now;
  const needsVet = eligibleStaff({ vet: null, type, store, employees }).length > 0;
  return (needsVet && found.employeeId === null) || (store.rooms.length > 0 && found.roomId === null);
}
