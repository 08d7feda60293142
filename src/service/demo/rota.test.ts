import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { type Availability, availabilitySchema } from '#contract/availability.ts';
import { availabilityProblem } from '#contract/availability-rules.ts';
import { rounds } from '#testing/rounds.ts';
import { demoAppointments } from './demo-appointments.ts';
import { createDemoPractice } from './demo-practice.ts';
import { demoAvailability } from './rota.ts';

const practice = createDemoPractice(1);
const [main] = practice;
if (main === undefined) throw new Error('A company is expected.');
const zones = new Map(practice.flatMap(({ company }) => company.stores).map(({ id, timeZone }) => [id, timeZone]));
const date = (text: string) => Temporal.PlainDate.from(text);

function planAround(today: Temporal.PlainDate, days = 45): Availability[] {
  return demoAvailability(practice, { from: today.subtract({ days }), until: today.add({ days }), seed: 1 });
}

const overlaps = (one: { start: string; end: string }, other: { start: string; end: string }) =>
  one.start < other.end && other.start < one.end;

/** The entries of a kind by what they are of. */
function byId(plan: readonly Availability[], kind: Availability['kind'], of: 'employeeId' | 'roomId') {
  const found = new Map<string, Availability[]>();
  for (const entry of plan) {
    const id = entry[of];
    if (entry.kind === kind && id !== null) found.set(id, [...(found.get(id) ?? []), entry]);
  }
  return found;
}

describe('demoAvailability', () => {
  const friday = date('2026-11-20');
  const plan = planAround(friday);

  it('has valid entries, each person in one store at a time', () => {
    for (const { start, end, ...entry } of plan.map((row) => availabilitySchema.parse(row)))
      expect(availabilityProblem({ ...entry, start: Date.parse(start), end: Date.parse(end) })).toBeNull();
    expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length);
    for (const duties of byId(plan, 'on_duty', 'employeeId').values()) {
      duties.sort((one, other) => (one.start < other.start ? -1 : 1));
      for (const [nth, duty] of duties.entries()) expect(duty.end <= (duties[nth + 1]?.start ?? '3')).toBe(true);
    }
  });

  it('has every active vet, a person of two stores, lunch, nights, a holiday of some days, a room and a store that are closed', () => {
    const duties = byId(plan, 'on_duty', 'employeeId');
    const vets = practice.flatMap(({ employees }) =>
      employees.filter(({ role, isActive }) => role === 'vet' && isActive),
    );
    for (const { id } of vets) expect(duties.get(id)?.length, id).toBeGreaterThan(30);
    expect([...duties.values()].some((of) => new Set(of.map(({ storeId }) => storeId)).size === 2)).toBe(true);
    const localDay = ({ storeId }: Availability, instant: string) =>
      Temporal.Instant.from(instant)
        .toZonedDateTimeISO(zones.get(storeId ?? '') ?? 'UTC')
        .toPlainDate()
        .toString();
    expect(
      plan.some((entry) => entry.kind === 'on_duty' && localDay(entry, entry.start) !== localDay(entry, entry.end)),
    ).toBe(true);

    const blocks = plan.filter(({ kind }) => kind === 'unavailable');
    const titles = (some: (entry: Availability) => boolean) => [
      ...new Set(blocks.filter(some).map(({ title }) => title)),
    ];
    expect(titles(({ storeId, employeeId }) => storeId !== null && employeeId !== null)).toEqual(['Lunch']);
    expect(titles(({ storeId }) => storeId === null)).toEqual(['Holiday', 'Urlaub']);
    expect(titles(({ roomId }) => roomId !== null)).toEqual(['Cleaning', 'Maintenance', 'Wartung']);
    expect(titles(({ roomId, employeeId }) => roomId === null && employeeId === null)).toEqual(['Team training']);
  });

  it('reaches over whole weeks, and gives a day the same entries whenever it is looked at', () => {
    const early = planAround(date('2026-11-18'), 0);
    const late = planAround(date('2026-11-22'), 0);
    expect(early).toEqual(late);
    expect(plan).toEqual(expect.arrayContaining(early));
    const ofMain = early.filter(({ companyId, kind }) => companyId === main.company.id && kind === 'on_duty');
    const days = ofMain.map(({ start, storeId }) =>
      Temporal.Instant.from(start)
        .toZonedDateTimeISO(zones.get(storeId ?? '') ?? 'UTC')
        .toPlainDate()
        .toString(),
    );
    expect([...new Set(days)].sort()).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
  });

  it('agrees with the appointments: nobody sees a patient off duty or at lunch, nothing is in what is closed', () => {
    for (const text of ['2026-11-20', '2026-11-01', '2027-03-14', '2026-10-25']) {
      const today = date(text);
      const around = planAround(today);
      const duties = byId(around, 'on_duty', 'employeeId');
      const absences = byId(around, 'unavailable', 'employeeId');
      const closedRooms = byId(around, 'unavailable', 'roomId');
      const closedStores = around.filter(
        ({ kind, roomId, employeeId }) => kind === 'unavailable' && roomId === null && employeeId === null,
      );
      const rows = [
        ...demoAppointments(practice, { today, seed: 1, appointments: rounds({ few: 1_500, many: 6_000 }) }),
      ];
      const faults = rows.flat().flatMap((row) => {
        const zone = zones.get(row.storeId) ?? 'UTC';
        const [start, end] = [row.start, row.end].map((at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone));
        const isStay =
          Date.parse(row.end) - Date.parse(row.start) >= 6 * 3_600_000 ||
          !start?.toPlainDate().equals(end?.subtract({ seconds: 1 }).toPlainDate() ?? '');
        const at = (instant: string, offset: number) => new Date(Date.parse(instant) + offset).toISOString();
        const parts = isStay
          ? [
              { start: row.start, end: at(row.start, 1) },
              { start: at(row.end, -1), end: row.end },
            ]
          : [row];
        return parts.flatMap((part) => {
          const off = row.employees.filter(
            ({ id }) =>
              !duties
                .get(id)
                ?.some((duty) => duty.storeId === row.storeId && duty.start <= part.start && part.end <= duty.end) ||
              absences.get(id)?.some((absence) => overlaps(absence, part)),
          );
          const closed = [
            ...(closedRooms.get(row.roomId ?? '') ?? []),
            ...closedStores.filter(({ storeId }) => storeId === row.storeId),
          ].filter((block) => overlaps(block, part));
          return off.length + closed.length > 0 ? [`${row.title} ${start} ${end}`] : [];
        });
      });
      expect(faults).toEqual([]);
    }
  });
});
