import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { rounds } from '#testing/rounds.ts';
import { demoAppointments, demoNow } from './demo-appointments.ts';
import { createDemoPractice, type DemoCompany } from './demo-practice.ts';

const practice = createDemoPractice(1);
const stores = new Map(practice.flatMap(({ company }) => company.stores).map((store) => [store.id, store]));
const emergencyTypes = new Set<string | null>(
  practice.flatMap(({ plan, types }) =>
    types.filter((_, index) => plan.types[index]?.key === 'emergency').map(({ id }) => id),
  ),
);
const friday = Temporal.PlainDate.from('2026-11-20');

const generate = (today: Temporal.PlainDate, seed = 1, appointments?: number): Appointment[] =>
  [
    ...demoAppointments(createDemoPractice(seed), {
      today,
      seed,
      ...(appointments === undefined ? {} : { appointments }),
    }),
  ].flat();

const [main] = practice;
const mainStore = main?.company.stores[0];
if (main === undefined || mainStore === undefined) throw new Error('A main store is expected.');

const local = (appointment: Appointment, instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(stores.get(appointment.storeId)?.timeZone ?? 'UTC');

function tally<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Days around both changes of the clocks in both countries, and any others from 2025 on. */
const todays = fc.oneof(
  fc.constantFrom('2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-11-02', '2028-02-29', '2027-01-01'),
  fc
    .date({ min: new Date('2025-02-01'), max: new Date('2045-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

/** Tells what is wrong with a row: the contract, what it refers to, the order of its times. `now` is in epoch milliseconds. */
function createAuditor(companies: readonly DemoCompany[], now: number): (row: Appointment) => string[] {
  const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
  const pets = byId(companies.flatMap((demo) => demo.pets));
  const types = byId(companies.flatMap((demo) => demo.types));
  const staff = byId(companies.flatMap((demo) => demo.employees));
  const stores = byId(companies.flatMap(({ company }) => company.stores));

  return (row) => {
    const pet = pets.get(row.petId);
    const type = types.get(row.visitTypeId ?? '');
    const store = stores.get(row.storeId);
    const mains = row.employees.filter(({ isMainEmployee }) => isMainEmployee);
    const rules = {
      'not of the contract': appointmentSchema.safeParse(row).success,
      'another client': pet?.clientId === row.clientId,
      'another company': [pet, type, store].every((found) => found?.companyId === row.companyId),
      'a type that is not offered': type?.isActive === true && type.category === row.visitTypeCategory,
      'another title': row.title === `${pet?.name} – ${type?.name}`,
      'a room elsewhere': row.roomId === null || store?.rooms.some(({ id }) => id === row.roomId) === true,
      'staff from elsewhere': row.employees.every(({ id }) => staff.get(id)?.storeIds.includes(row.storeId)),
      'not one main employee': mains.length === Math.min(1, row.employees.length),
      'ends before it starts': row.start < row.end,
      'changed before it was made': row.createdAt <= row.updatedAt,
      'changed on the day itself, which may not have come so far': Date.parse(row.updatedAt) <= now - 10 * 3_600_000,
      'arrived in the future': row.checkedInAt === null || Date.parse(row.checkedInAt) <= now,
      'arrived before it was booked': row.checkedInAt === null || row.checkedInAt >= row.createdAt,
    };
    return Object.entries(rules).flatMap(([fault, holds]) => (holds ? [] : [fault]));
  };
}

describe('demoAppointments', () => {
  const all = generate(friday);
  const now = demoNow(practice, friday);

  it('is the same for a date and a seed for ever, so that a release recognises what an earlier one wrote', () => {
    const [first, second] = all.map(({ id, start }) => [id, start]);
    expect([first, second]).toEqual([
      ['b420a621-341e-4830-8ce4-87c3b09537b2', '2026-11-20T13:30:00.000Z'],
      ['d52ba8b2-52c2-42db-b6ac-4a61f705f011', '2026-11-20T15:00:00.000Z'],
    ]);
    expect(all.at(-1)?.id).toBe('6e871a22-3d2d-46ef-b4f8-8225bd1a3521');
    expect(generate(friday, 2, 1)[0]?.id).not.toBe(all[0]?.id);
  });

  it('is sound on every date, with every seed', () => {
    fc.assert(
      fc.property(todays, fc.nat(), (date, seed) => {
        const today = Temporal.PlainDate.from(date);
        const companies = createDemoPractice(seed);
        const faultsOf = createAuditor(companies, demoNow(companies, today));
        const rows = generate(today, seed, rounds({ few: 2_000, many: 9_000 }));
        expect(rows.flatMap((row) => faultsOf(row).map((fault) => `${row.title}: ${fault}`))).toEqual([]);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      }),
      { numRuns: rounds({ few: 4, many: 60 }) },
    );
  });

  it('never holds two animals in a room at once, nor one animal in two places', () => {
    for (const date of ['2026-11-20', '2026-11-02', '2026-03-09']) {
      const rows = generate(Temporal.PlainDate.from(date), 1, 2_500).sort((a, b) => (a.start < b.start ? -1 : 1));
      const busyUntil = new Map<string, string>();
      const clashes = rows.flatMap((row) => {
        const found = [row.roomId, row.petId].filter((id) => id !== null && (busyUntil.get(id) ?? '') > row.start);
        for (const id of [row.roomId, row.petId]) if (id !== null) busyUntil.set(id, row.end);
        return found;
      });
      expect(clashes).toEqual([]);
    }
  });

  it('books few vets twice, leaves some visits without a room or without a vet', () => {
    const ofMain = all.filter((row) => row.storeId === mainStore.id).sort((a, b) => (a.start < b.start ? -1 : 1));
    const vets = new Set(practice[0]?.employees.filter(({ role }) => role === 'vet').map(({ id }) => id));
    const busyUntil = new Map<string, string>();
    let twice = 0;
    for (const { employees, start, end } of ofMain) {
      const main = employees.find(({ isMainEmployee }) => isMainEmployee)?.id ?? '';
      if (!vets.has(main)) continue;
      const until = busyUntil.get(main) ?? '';
      if (until > start) twice += 1;
      if (until < end) busyUntil.set(main, end);
    }
    expect(twice).toBeGreaterThan(50);
    expect(twice).toBeLessThan(ofMain.length / 20);
    expect(ofMain.filter(({ roomId }) => roomId === null).length).toBeGreaterThan(100);
    expect(ofMain.filter(({ employees }) => employees.length === 0).length).toBeGreaterThan(50);
  });

  it('fills weekdays inside the opening hours, Saturdays less, and leaves Sundays to emergencies', () => {
    const days = tally(
      all.filter((row) => row.storeId === mainStore.id).map((row) => local(row, row.start).toPlainDate().toString()),
    );
    for (let offset = -45; offset <= 45; offset += 1) {
      const day = friday.add({ days: offset });
      const visits = days.get(day.toString()) ?? 0;
      const [least, most] = day.dayOfWeek === 7 ? [1, 4] : day.dayOfWeek === 6 ? [6, 24] : [24, 56];
      expect(visits, day.toString()).toBeGreaterThanOrEqual(least);
      expect(visits, day.toString()).toBeLessThanOrEqual(most);
    }
    for (const row of all.slice(0, rounds({ few: 2_500, many: all.length }))) {
      if (row.visitTypeCategory === 'overnight' || row.visitTypeCategory === 'hospital') continue;
      if (emergencyTypes.has(row.visitTypeId)) continue;
      const [start, end] = [local(row, row.start), local(row, row.end)];
      const clock = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString().slice(0, 5);
      const open = stores
        .get(row.storeId)
        ?.openingHours.some(
          (span) => span.weekday === start.dayOfWeek && span.opens <= clock(start) && clock(end) <= span.closes,
        );
      expect(open, `${row.title} ${start} ${end}`).toBe(true);
    }
  });

  it('has stays over last and next midnight, and a visit that begins exactly at midnight today', () => {
    const dates = [...Array(9).keys()].map((day) => friday.add({ days: day }));
    for (const today of dates) {
      const rows = generate(today, 1, 400).filter((row) => row.storeId === mainStore.id && row.status !== 'cancelled');
      const midnight = today.toZonedDateTime(mainStore.timeZone).toInstant().toString({ fractionalSecondDigits: 3 });
      const next = today
        .add({ days: 1 })
        .toZonedDateTime(mainStore.timeZone)
        .toInstant()
        .toString({ fractionalSecondDigits: 3 });
      expect(rows.filter(({ start }) => start === midnight)).toHaveLength(1);
      expect(rows.filter(({ end }) => end === midnight)).toHaveLength(1);
      expect(rows.some(({ start, end }) => (start < midnight && end > midnight) || (start < next && end > next))).toBe(
        true,
      );
    }
  });

  it('has every status where it belongs in the day', () => {
    const past = all.filter((row) => Date.parse(row.end) < now - 3_600_000);
    const shares = tally(past.map(({ status }) => status));
    expect([...shares.keys()].sort()).toEqual(['cancelled', 'completed', 'no_show']);
    expect((shares.get('completed') ?? 0) / past.length).toBeGreaterThan(0.85);

    const future = tally(all.filter((row) => Date.parse(row.start) > now + 3_600_000).map(({ status }) => status));
    expect([...future.keys()].sort()).toEqual(['cancelled', 'confirmed', 'requested']);
    expect(future.get('confirmed')).toBeGreaterThan(future.get('requested') ?? 0);

    const near = all.filter((row) => Date.parse(row.start) < now + 3_600_000 && Date.parse(row.end) > now - 3_600_000);
    const present = new Set(near.map(({ status }) => status));
    for (const status of ['checked_in', 'in_progress', 'ready_for_checkout', 'confirmed'])
      expect(present).toContain(status);
    for (const { status, checkedInAt } of all) {
      const arrived = ['checked_in', 'in_progress', 'ready_for_checkout', 'completed'].includes(status);
      expect(checkedInAt !== null).toBe(arrived);
    }
    expect(new Set(all.map(({ createdFrom }) => createdFrom)).size).toBe(5);
  });

  it('grows into the past to exactly the number asked for, keeping the days that it has', () => {
    const grown = generate(friday, 1, 10_000);
    expect(grown).toHaveLength(10_000);
    expect(grown.slice(0, all.length)).toEqual(all);
    expect(grown.slice(all.length).every(({ end }) => Date.parse(end) < now)).toBe(true);
    expect(generate(friday, 1, 30)).toEqual(all.slice(0, 30));
    expect(generate(friday, 1, 0)).toEqual([]);
  });

  it('gives a day the same visits whenever it is looked at', () => {
    const visits = (rows: Appointment[]) =>
      new Map(rows.map((row) => [row.id, `${row.title} ${row.start} ${row.roomId}`]));
    const later = visits(generate(friday.add({ days: 7 }), 1, 3_000));
    const shared = [...visits(all)].filter(([id]) => later.has(id));
    expect(shared.length).toBeGreaterThan(2_500);
    for (const [id, visit] of shared) expect(later.get(id)).toBe(visit);
  });
});
