import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { type Availability, availabilitySchema } from '#contract/availability.ts';
import { availabilityProblem } from '#contract/availability-rules.ts';
import { appointmentStatuses } from '#contract/enums.ts';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { receivedAvailabilitySchema } from '#contract/received-availability.ts';
import { createBookable, determineNeeds } from '#scheduling/bookable.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { rounds } from '#testing/rounds.ts';
import { createDemoAppointments } from './demo-appointments.ts';
import { createDemoAvailability } from './demo-availability.ts';
import { createDemoPeriod, createDemoPractice, type DemoPeriod } from './demo-practice.ts';
import { createDemoSeries } from './series.ts';

const friday = Temporal.PlainDate.from('2026-11-20');

/** A demo at 10:40 on a date, with its stores in a time zone and a number of appointments around the date. */
function createDemo(date: string, { seed = 1, zone, count }: { seed?: number; zone?: string; count?: number } = {}) {
  const usual = createDemoPeriod(Temporal.PlainDate.from(date));
  const { today } = usual;
  const demo = createDemoPractice(seed, today);
  const stores = demo.company.stores.map((store) => ({ ...store, timeZone: zone ?? store.timeZone }));
  const practice: PracticeRecords = { ...demo, company: { ...demo.company, stores } };
  const now = zone ? today.toZonedDateTime({ timeZone: zone, plainTime: '10:40' }).epochMilliseconds : usual.now;
  const period: DemoPeriod = { today, now, recordedUntil: now };
  const rows = [...createDemoAppointments(practice, period, count)].flat();
  // Many appointments reach further back than the demo's plan.
  const first = Temporal.PlainDate.from(byStart(rows)[0]?.start.slice(0, 10) ?? today);
  const daysBack = Math.max(45, first.until(today).days + 1);
  const days = { from: today.subtract({ days: daysBack }), until: today.add({ days: 45 }) };
  return { practice, period, rows, plan: createDemoAvailability(practice, days) };
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row) ?? '';
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const byStart = <Row extends { start: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.start < other.start ? -1 : 1));

const overlap = (one: { start: string; end: string }, other: { start: string; end: string }) =>
  one.start < other.end && other.start < one.end;

/** Pairs of rows that share a key and overlap. A row can have several keys. */
function overlapsOf<Row extends { start: string; end: string }>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly (string | null)[],
): Row[] {
  const latest = new Map<string, Row>();
  return byStart(rows).filter((row) => {
    const keys = keysOf(row).filter((key) => key !== null);
    const clashes = keys.some((key) => (latest.get(key)?.end ?? '') > row.start);
    for (const key of keys) if ((latest.get(key)?.end ?? '') < row.end) latest.set(key, row);
    return clashes;
  });
}

const isSqueezedIn = ({ notes }: Appointment) => notes === 'Squeezed in between two others.';
const isEmergency = ({ visitTypeName }: Appointment) => visitTypeName === 'Emergency consultation';
const isClass = ({ visitTypeName }: Appointment) => visitTypeName === 'Puppy class';
const isStay = ({ start, end }: Appointment) => Date.parse(end) - Date.parse(start) > 10 * 3_600_000;

/**
 * Finds what is wrong with an appointment: the contract, its references, the order of its times, the plan, the opening hours.
 */
function createAuditor({ practice, period, plan }: ReturnType<typeof createDemo>) {
  const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
  const [pets, types, staff, stores] = [
    byId(practice.pets),
    byId(practice.types),
    byId(practice.employees),
    byId(practice.company.stores),
  ];
  const duties = groupBy(
    plan.filter(({ kind }) => kind === 'on_duty'),
    ({ employeeId }) => employeeId,
  );
  const absences = plan.filter(({ kind, employeeId }) => kind === 'unavailable' && employeeId !== null);
  const blocks = plan.filter(({ kind, employeeId }) => kind === 'unavailable' && employeeId === null);
  const recordedUntil = new Date(period.recordedUntil).toISOString();

  return (row: Appointment): string[] => {
    const [pet, type, store] = [pets.get(row.petId), types.get(row.visitTypeId ?? ''), stores.get(row.storeId)];
    const isPresent = (id: string) =>
      duties.get(id)?.some((duty) => duty.storeId === row.storeId && duty.start <= row.start && row.end <= duty.end) &&
      !absences.some((absence) => absence.employeeId === id && overlap(absence, row));
    const [start, end] = [row.start, row.end].map((at) =>
      Temporal.Instant.from(at).toZonedDateTimeISO(store?.timeZone ?? 'UTC'),
    );
    const isOpen = (from: Temporal.ZonedDateTime | undefined, until: Temporal.ZonedDateTime | undefined) =>
      store?.openingHours.some(
        ({ weekday, opens, closes }) =>
          weekday === from?.dayOfWeek &&
          opens <= from.toPlainTime().toString() &&
          (until?.toPlainTime().toString().slice(0, 5) ?? '') <= closes,
      );
    const isOvernight = start?.toPlainDate().equals(end?.toPlainDate() ?? '') === false;
    const rules = {
      'not of the contract': appointmentSchema.safeParse(row).success,
      'another client': pet?.clientId === row.clientId,
      'another company': [pet, type, store].every((found) => found?.companyId === row.companyId),
      'a type that is not offered': type?.isActive === true && type.category === row.visitTypeCategory,
      'another title': row.title === `${pet?.name} – ${type?.name}`,
      'a room elsewhere': row.roomId === null || store?.rooms.some(({ id }) => id === row.roomId) === true,
      'staff from elsewhere': row.employees.every(({ id }) => staff.get(id)?.storeIds.includes(row.storeId)),
      'not one main employee':
        row.employees.filter(({ isMainEmployee }) => isMainEmployee).length === Math.min(1, row.employees.length),
      'ends before it starts': row.start < row.end,
      'someone who is off duty or at lunch': row.employees.every(({ id }) => isPresent(id)),
      'where the plan is closed':
        isStay(row) ||
        blocks.every(
          (block) =>
            block.storeId !== row.storeId ||
            (block.roomId !== null && block.roomId !== row.roomId) ||
            !overlap(block, row),
        ),
      'outside the opening hours':
        isEmergency(row) || (isOvernight ? isOpen(start, start) && isOpen(end, end) : isOpen(start, end)),
      'an inactive pet': pet?.isActive === true || pet?.deceasedOn !== null,
      'changed before it was created': row.createdAt <= row.updatedAt,
      'changed in the future': row.updatedAt <= recordedUntil,
      'arrived in the future, or before it was booked':
        row.checkedInAt === null || (Date.parse(row.checkedInAt) <= period.now && row.checkedInAt >= row.createdAt),
      'arrived and has not':
        (row.checkedInAt !== null) ===
        ['checked_in', 'in_progress', 'ready_for_checkout', 'completed'].includes(row.status),
      'cancelled after it began': row.status !== 'cancelled' || row.updatedAt <= row.start,
      'a no-show before its start': row.status !== 'no_show' || row.updatedAt > row.start,
    };
    return Object.entries(rules).flatMap(([problem, holds]) => (holds ? [] : [`${row.title} at ${start}: ${problem}`]));
  };
}

/** Days of clock changes, and any other days from 2025 on. */
const dates = fc.oneof(
  fc.constantFrom('2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2026-04-24', '2028-02-29'),
  fc
    .date({ min: new Date('2025-02-01'), max: new Date('2045-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
// Some of these zones change their clocks at midnight, by half an hour, or late in the evening.
const zones = fc.constantFrom(
  ...['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Nuuk', 'America/Santiago'],
);

describe('the demo practice', () => {
  it('is valid on every date, in every zone, with every seed', () => {
    fc.assert(
      fc.property(dates, zones, fc.nat(), (date, zone, seed) => {
        const demo = createDemo(date, { seed, zone, count: rounds({ few: 300, ci: 600, many: 7_000 }) });
        const { practice, rows, plan } = demo;
        expect(rows.flatMap(createAuditor(demo))).toEqual([]);
        const ids = [...rows, ...plan].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);

        expect(overlapsOf(rows, ({ roomId, petId }) => [roomId, petId])).toEqual([]);
        const trainers = new Set(practice.employees.filter(({ role }) => role === 'trainer').map(({ id }) => id));
        const attended = rows.filter((row) => !isSqueezedIn(row) && row.status !== 'requested');
        const twice = overlapsOf(attended, (row) => row.employees.map(({ id }) => id));
        expect(twice.filter((row) => row.employees.some(({ id }) => !trainers.has(id)))).toEqual([]);

        for (const { start, end, ...entry } of plan.map((row) => availabilitySchema.parse(row)))
          expect(availabilityProblem({ ...entry, start: Date.parse(start), end: Date.parse(end) })).toBeNull();
        const duties = plan.filter(({ kind }) => kind === 'on_duty');
        expect(overlapsOf(duties, ({ employeeId }) => [employeeId])).toEqual([]);
      }),
      { numRuns: rounds({ few: 2, ci: 6, many: 60 }) },
    );
  });

  const demo = createDemo(friday.toString());
  const { practice, rows, plan, period } = demo;
  const day = ({ start, storeId }: Appointment) => {
    const zone = practice.company.stores.find(({ id }) => id === storeId)?.timeZone ?? 'UTC';
    return Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainDate();
  };

  it('is the same for a seed and a date, and different for another seed', () => {
    expect(createDemo(friday.toString(), { count: 500 }).rows).toEqual(rows.slice(0, 500));
    expect(createDemo(friday.toString(), { count: 1, seed: 2 }).rows[0]?.id).not.toBe(rows[0]?.id);
  });

  it('extends into the past to exactly the requested number, and keeps the days around today', () => {
    const grown = createDemo(friday.toString(), { count: 10_000 }).rows;
    expect(grown).toHaveLength(10_000);
    expect(grown.slice(0, rows.length)).toEqual(rows);
    expect(grown.slice(rows.length).every(({ end }) => Date.parse(end) < period.now)).toBe(true);
    expect(createDemo(friday.toString(), { count: 0 }).rows).toEqual([]);
  });

  it('fills working days in each store, Saturdays less, with some appointments without a room, without a vet, or squeezed in', () => {
    const days = groupBy(rows, (row) => `${row.storeId} ${day(row)}`);
    for (const { id } of practice.company.stores)
      for (let offset = -45; offset <= 45; offset += 1) {
        const date = friday.add({ days: offset });
        const visits = days.get(`${id} ${date}`)?.length ?? 0;
        const [least, most] = date.dayOfWeek === 7 ? [0, 4] : date.dayOfWeek === 6 ? [5, 32] : [12, 70];
        expect(visits, `${date}`).toBeGreaterThanOrEqual(least);
        expect(visits, `${date}`).toBeLessThanOrEqual(most);
      }
    const consultations = rows.filter(({ visitTypeName }) => visitTypeName === 'Consultation');
    for (const some of [
      consultations.filter(({ roomId }) => roomId === null),
      consultations.filter(({ employees }) => employees.length === 0),
      rows.filter(isSqueezedIn),
      rows.filter(isClass),
    ]) {
      expect(some.length).toBeGreaterThan(20);
      expect(some.length).toBeLessThan(rows.length / 15);
    }
  });

  it('has patients being seen, waiting, late or about to leave on a working day, and all statuses around it', () => {
    const workingDays = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].map((days) => friday.add({ days: days - 4 }));
    let daysWithLate = 0;
    for (const date of workingDays) {
      const then = createDemo(date.toString(), { count: 400 });
      const today = then.rows.filter((row) => day(row).equals(date));
      const { now } = then.period;
      const late = today.filter(({ status, start }) => status === 'confirmed' && Date.parse(start) < now);
      const over = today.filter(({ status, end }) => status === 'in_progress' && Date.parse(end) < now);
      if (late.length > 0) daysWithLate += 1;
      expect(over.length, `${date}`).toBeLessThan(6);
      const present = new Set(today.map(({ status }) => status));
      expect([...present], `${date}`).toEqual(
        expect.arrayContaining(['checked_in', 'in_progress', 'ready_for_checkout', 'completed', 'confirmed']),
      );
      expect(new Set(then.rows.map(({ status }) => status)), `${date}`).toEqual(new Set(appointmentStatuses));
    }
    expect(daysWithLate).toBeGreaterThan(workingDays.length / 2);
    const past = rows.filter((row) => Date.parse(row.end) < period.now - 3_600_000);
    expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['completed', 'cancelled', 'no_show']));
    expect(past.filter(({ status }) => status === 'completed').length / past.length).toBeGreaterThan(0.85);
  });

  it('has requests from several origins in the next days, some for a taken time, and no upcoming emergency', () => {
    const coming = rows.filter(({ start }) => Date.parse(start) > period.now);
    const requests = coming.filter(({ status }) => status === 'requested');
    expect(requests.length).toBeGreaterThan(8);
    expect(requests.length).toBeLessThan(20);
    expect(new Set(requests.map(({ createdFrom }) => createdFrom)).size).toBeGreaterThan(2);
    expect(requests.filter(({ clientNotes }) => clientNotes !== null).length).toBeGreaterThan(5);
    const isSoon = ({ start }: Appointment) => Date.parse(start) - period.now < 5 * 86_400_000;
    expect(requests.filter(isSoon).length).toBeGreaterThan(requests.length / 2);
    const isTaken = (request: Appointment) =>
      coming.some(
        (other) =>
          other.status === 'confirmed' &&
          overlap(other, request) &&
          other.employees[0] !== undefined &&
          other.employees[0].id === request.employees[0]?.id,
      );
    expect(requests.filter(isTaken).length).toBeGreaterThan(1);
    expect(new Set(coming.map(({ status }) => status))).toEqual(
      new Set(['checked_in', 'confirmed', 'requested', 'cancelled']),
    );
    expect(coming.filter(isEmergency)).toEqual([]);
  });

  it.each(['2026-11-16', '2026-11-20', '2026-11-22'])('has series of weekly appointments in progress on %s', (date) => {
    const { practice: then, rows: all, period: at } = createDemo(date);
    const series = createDemoSeries(then, at.today);
    expect(series.map(({ pet }) => pet.id)).toHaveLength(2);
    for (const { pet, note } of series) {
      const visits = byStart(all.filter(({ petId }) => petId === pet.id));
      expect(visits.every(({ notes, visitTypeName }) => notes === note && visitTypeName === 'Consultation')).toBe(true);
      const days = visits.map((row) => Math.round(Date.parse(row.start) / 86_400_000));
      expect(new Set(days.slice(1).map((one, nth) => one - (days[nth] ?? 0)))).toEqual(new Set([7]));
      expect(new Set(visits.map(({ status }) => status))).toEqual(new Set(['completed', 'confirmed']));
      expect(new Set(visits.map(({ createdAt }) => createdAt)).size).toBe(1);
    }
    expect(series.map(({ pet }) => all.filter(({ petId }) => petId === pet.id).length)).toEqual([6, 4]);
  });

  it('has one pet with a last appointment, and no other euthanasia', () => {
    const [pet] = practice.pets.filter(({ deceasedOn }) => deceasedOn !== null);
    const visits = byStart(rows.filter(({ petId }) => petId === pet?.id));
    expect(visits.map((row) => [day(row).toString(), row.visitTypeName])).toEqual([
      ['2026-10-28', 'Consultation'],
      ['2026-11-11', 'Euthanasia'],
    ]);
    expect(visits[1]?.status).toBe('completed');
    expect(rows.filter(({ visitTypeCategory }) => visitTypeCategory === 'euthanasia')).toEqual(visits.slice(1));
  });

  it('has guests over last and next night, and nothing that begins or ends at midnight', () => {
    const { timeZone = '', id } = practice.company.stores[0] ?? {};
    const nights = [0, 1].map((days) =>
      new Date(friday.add({ days }).toZonedDateTime(timeZone).epochMilliseconds).toISOString(),
    );
    const ofStore = rows.filter(({ storeId }) => storeId === id);
    for (const night of nights) expect(ofStore.some(({ start, end }) => start < night && night < end)).toBe(true);
    const zones = new Map(practice.company.stores.map((store) => [store.id, store.timeZone]));
    const clockOf = (at: string, row: Appointment) =>
      Temporal.Instant.from(at)
        .toZonedDateTimeISO(zones.get(row.storeId) ?? 'UTC')
        .toPlainTime()
        .toString();
    expect(rows.filter((row) => [row.start, row.end].some((at) => clockOf(at, row) === '00:00:00'))).toEqual([]);
  });

  it('has a free time in each hour of the next working days, in which a call can be booked', () => {
    const zoneOf = (id: string) => practice.company.stores.find((store) => store.id === id)?.timeZone ?? 'UTC';
    const bookable = createBookable({
      span: { start: period.now - 2 * 86_400_000, end: period.now + 14 * 86_400_000 },
      appointments: rows.map((row) => receivedAppointmentSchema.parse(row)),
      heldRequests: [],
      plan: plan.map((entry) => receivedAvailabilitySchema.parse(entry)),
      stores: practice.company.stores,
      employees: practice.employees.map(({ permissions: _, ...employee }) => receivedEmployeeSchema.parse(employee)),
    });
    const employees = practice.employees.map(({ permissions: _, ...one }) => receivedEmployeeSchema.parse(one));
    for (let offset = 0; offset <= 10; offset += 1) {
      const date = friday.add({ days: offset });
      if (date.dayOfWeek > 5) continue;
      const hours = new Set<number>();
      for (const store of practice.company.stores) {
        const needs = determineNeeds({ store, vet: null, type: { category: 'consult' }, petId: null, employees });
        const midnight = date.toZonedDateTime(zoneOf(store.id));
        const day = { from: midnight.epochMilliseconds, until: midnight.add({ days: 1 }).epochMilliseconds };
        for (const { start } of bookable.findFreeStarts(needs, { ...day, length: 1_800_000, count: 99 }))
          hours.add(Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zoneOf(store.id)).hour);
      }
      expect(
        [...hours].sort((one, other) => one - other),
        `${date}`,
      ).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    }
  });

  it('brings each pet to one store, days apart, for what suits it, and at most once a year for a check', () => {
    const pets = new Map(practice.pets.map((pet) => [pet.id, pet]));
    const series = new Set(createDemoSeries(practice, period.today).map(({ pet }) => pet.id));
    for (const [petId, visits] of groupBy(rows, (row) => row.petId)) {
      const pet = pets.get(petId);
      expect(new Set(visits.map(({ storeId }) => storeId)).size).toBe(1);
      const starts = byStart(visits).map(({ start }) => Date.parse(start) / 86_400_000);
      for (const [nth, start] of starts.slice(1).entries()) expect(start - (starts[nth] ?? 0)).toBeGreaterThan(3);
      for (const type of ['Annual health check', 'Spay / neuter surgery'])
        expect(visits.filter(({ visitTypeName }) => visitTypeName === type).length, pet?.name).toBeLessThan(2);
      if (pet?.species !== 'Dog')
        expect(visits.filter(({ visitTypeName }) => /Puppy|Bath|Day care/.test(visitTypeName ?? ''))).toEqual([]);
      expect(series.has(petId) ? 0 : visits.length, `${pet?.name}, ${pet?.species}`).toBeLessThan(12);
    }
    const puppies = rows.filter(isClass).map(({ petId, start }) => {
      const born = pets.get(petId)?.dateOfBirth;
      return born ? (Date.parse(start) - Date.parse(born)) / 86_400_000 : Number.POSITIVE_INFINITY;
    });
    expect(Math.max(...puppies)).toBeLessThan(365);
  });

  it('has whole planned weeks with every vet, an employee of two stores, lunch, nights, one vet on leave, and closed rooms', () => {
    const duties = plan.filter(({ kind }) => kind === 'on_duty');
    const ofPerson = groupBy(duties, ({ employeeId }) => employeeId);
    for (const { id, role, isActive } of practice.employees)
      if (role === 'vet' && isActive) expect(ofPerson.get(id)?.length).toBeGreaterThan(30);
    expect([...ofPerson.values()].some((of) => new Set(of.map(({ storeId }) => storeId)).size === 2)).toBe(true);
    expect(duties.some(({ title }) => title === 'Emergency line')).toBe(true);

    const blocks = plan.filter(({ kind }) => kind === 'unavailable');
    const titles = (some: (entry: Availability) => boolean) =>
      [...new Set(blocks.filter(some).map(({ title }) => title))].sort();
    expect(titles(({ storeId, employeeId }) => storeId !== null && employeeId !== null)).toEqual(['Lunch']);
    expect(titles(({ storeId }) => storeId === null)).toEqual(['Course', 'Holiday']);
    expect(titles(({ roomId }) => roomId !== null)).toEqual(['Cleaning', 'Maintenance']);
    expect(titles(({ roomId, employeeId }) => roomId === null && employeeId === null)).toEqual(['Team training']);

    const week = createDemoAvailability(practice, { from: friday, until: friday });
    expect(plan).toEqual(expect.arrayContaining(week));
    for (let weekday = 16; weekday <= 22; weekday += 1) {
      const noon = `2026-11-${weekday}T17:00:00.000Z`;
      const onLeave = week.filter(({ storeId, start, end }) => storeId === null && start <= noon && noon < end);
      expect(onLeave).toHaveLength(1);
      expect(week.some(({ kind, start }) => kind === 'on_duty' && start.startsWith(noon.slice(0, 10)))).toBe(true);
    }
  });
});
