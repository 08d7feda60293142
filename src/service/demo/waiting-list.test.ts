import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { findWaitingTimesProblem, waitingListEntrySchema } from '#contract/waiting-list.ts';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoAvailability } from './demo-availability.ts';
import { createDemoPeriod, createDemoPractice } from './demo-practice.ts';
import { createDemoWaitingList } from './waiting-list.ts';

function createDemo(date: string) {
  const period = createDemoPeriod(Temporal.PlainDate.from(date));
  const practice = createDemoPractice(1, period.today);
  const rows = [...createDemoAppointments(practice, period, 800)].flat();
  const plan = createDemoAvailability(practice, { from: period.today, until: period.today.add({ days: 4 }) });
  const booked = rows.find(({ status }) => status === 'confirmed');
  return { period, practice, rows, plan, booked, entries: createDemoWaitingList(practice, period, booked) };
}

describe('the waiting list of the demo', () => {
  const { period, practice, booked, entries } = createDemo('2026-11-20');

  it('has a dozen waiting entries at every store, one with an appointment, and one that was withdrawn', () => {
    for (const entry of entries) {
      expect(waitingListEntrySchema.parse(entry)).toEqual(entry);
      expect(findWaitingTimesProblem(entry)).toBeNull();
      const pet = practice.pets.find(({ id }) => id === entry.petId);
      expect(pet).toMatchObject({ clientId: entry.clientId, isActive: true });
      const isOfStore = practice.employees.some(
        ({ id, storeIds }) => id === entry.employeeId && storeIds.includes(entry.storeId),
      );
      expect(entry.employeeId === null || isOfStore).toBe(true);
      expect(entry.createdAt <= entry.updatedAt && Date.parse(entry.updatedAt) <= period.recordedUntil).toBe(true);
    }
    const waiting = entries.filter(({ status }) => status === 'waiting');
    expect(waiting).toHaveLength(12);
    expect(new Set(waiting.map(({ petId }) => petId)).size).toBe(12);
    expect(new Set(waiting.map(({ storeId }) => storeId)).size).toBe(3);
    expect(entries.filter(({ status }) => status === 'booked')).toMatchObject([
      { appointmentId: booked?.id, petId: booked?.petId },
    ]);
    expect(entries.filter(({ status }) => status === 'withdrawn')).toHaveLength(1);
    expect(createDemoWaitingList(practice, period, undefined).map(({ status }) => status)).not.toContain('booked');
  });

  it.each(['2026-11-18', '2026-11-20', '2026-11-22'])('fits gaps in the next days, as on %s', (date) => {
    const demo = createDemo(date);
    /** Whether a suitable vet is free from that time on, considering only their shifts and their appointments. */
    const isFree = (entry: (typeof entries)[number], start: number) => {
      const end = start + entry.durationMinutes * 60_000;
      const overlaps = (one: { start: string; end: string }) =>
        Date.parse(one.start) < end && Date.parse(one.end) > start;
      return demo.plan.some(
        ({ kind, storeId, employeeId, ...duty }) =>
          kind === 'on_duty' &&
          storeId === entry.storeId &&
          (entry.employeeId ?? employeeId) === employeeId &&
          demo.practice.employees.find(({ id }) => id === employeeId)?.role === 'vet' &&
          Date.parse(duty.start) <= start &&
          end <= Date.parse(duty.end) &&
          !demo.plan.some((one) => one.kind === 'unavailable' && one.employeeId === employeeId && overlaps(one)) &&
          !demo.rows.some(
            (row) => row.status !== 'cancelled' && row.employees.some(({ id }) => id === employeeId) && overlaps(row),
          ),
      );
    };
    const fits = (entry: (typeof entries)[number], days: number) => {
      const store = demo.practice.company.stores.find(({ id }) => id === entry.storeId);
      const day = demo.period.today.add({ days });
      const hours = store?.openingHours.find(({ weekday }) => weekday === day.dayOfWeek);
      if (!store || !hours || (entry.weekdays.length > 0 && !entry.weekdays.includes(day.dayOfWeek))) return false;
      const from = [hours.opens, entry.earliest ?? ''].sort().at(-1) ?? '';
      const until = [hours.closes, entry.latest ?? '24:00'].sort()[0] ?? '';
      const at = (plainTime: string) => day.toZonedDateTime({ timeZone: store.timeZone, plainTime }).epochMilliseconds;
      for (let start = at(from); start + entry.durationMinutes * 60_000 <= at(until); start += 900_000)
        if (isFree(entry, start)) return true;
      return false;
    };
    const waiting = demo.entries.filter(({ status }) => status === 'waiting');
    const nextDays = Array.from({ length: 4 }, (_, nth) => waiting.filter((entry) => fits(entry, nth + 1)).length);
    expect(nextDays.find((count) => count > 0)).toBeGreaterThan(2);
    expect(nextDays.reduce((sum, count) => sum + count)).toBeLessThan(4 * waiting.length);
  });
});
