import {
  receivedAppointmentSchema,
  receivedAppointmentTypeSchema,
  receivedEmployeeSchema,
} from '#contract/received.ts';
import { receivedAvailabilitySchema } from '#contract/received-availability.ts';
import { createBookable, determineNeeds } from '#scheduling/bookable.ts';
import { addDays, dateIn, dayInterval, weekdayOf } from '#scheduling/calendar-day.ts';
import { createMatching, type WaitingEntry } from '#scheduling/matching.ts';
import { markdownTable, quantile } from './api/measure.ts';

export const usage = `npm run bench -- matching [options]
  --waiting N   entries of the waiting list (default 500)
  --days N      days in which times are looked for (default 14)
  --rounds N    how often (default 15)
`;
export const defaults = { waiting: 500, days: 14, rounds: 15 };

const zone = 'Europe/Berlin';
const MONDAY = '2026-11-02';
const MINUTE_MS = 60_000;
const weekdays = [1, 2, 3, 4, 5, 6];
const categories = ['consult', 'surgery', 'dental', 'vaccination', 'grooming', 'diagnostics'];
const types = categories.map((category, nth) =>
  receivedAppointmentTypeSchema.parse({
    id: category,
    name: category,
    category,
    durationMinutes: 15 * (1 + (nth % 4)),
  }),
);
const stores = ['north', 'south', 'west'].map((id) => ({
  ...{ id, timeZone: zone },
  openingHours: weekdays.map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  rooms: Array.from({ length: 5 }, (_, nth) => ({
    id: `${id} ${nth}`,
    name: `Room ${nth}`,
    categories: nth === 0 ? ['surgery', 'dental'] : [],
  })),
}));
const employees = stores.flatMap(({ id }) =>
  [0, 1, 2, 3].map((nth) =>
    receivedEmployeeSchema.parse({ id: `${id} vet ${nth}`, name: 'x', role: 'vet', storeIds: [id] }),
  ),
);

/** The same numbers in every run, from 0 to 1. */
function createRandom() {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A practice of three stores with four vets and five rooms each, whose days are nearly full. */
function practiceOf(days: number, fullness: number) {
  const random = createRandom();
  const one = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const appointments = [];
  const plan = [];
  for (let day = 0; day < days; day += 1) {
    const date = addDays(MONDAY, day);
    if (!weekdays.includes(weekdayOf(date))) continue;
    const { start } = dayInterval(zone, date);
    const at = (minute: number) => new Date(start + minute * MINUTE_MS).toISOString();
    for (const { id: employeeId, storeIds } of employees) {
      const [storeId = ''] = storeIds ?? [];
      const ids = { storeId, employeeId, updatedAt: at(0) };
      plan.push({ ...ids, kind: 'on_duty', start: at(480), end: at(1080) });
      plan.push({ ...ids, kind: 'unavailable', start: at(720), end: at(750) });
      for (let minute = 480; minute < 1080; minute += 30) {
        if (random() > fullness || minute === 720) continue;
        const lacks = random();
        const roomId = lacks < 0.05 ? null : `${storeId} ${1 + Number(employeeId.slice(-1))}`;
        const staff = lacks > 0.95 ? [] : [{ id: employeeId, isMainEmployee: true }];
        appointments.push({ start: at(minute), end: at(minute + 30), storeId, roomId, employees: staff });
      }
    }
  }
  const entries = (count: number): WaitingEntry[] =>
    Array.from({ length: count }, (_, nth) => {
      const store = one(stores);
      const type = one(types);
      return {
        ...{ id: `entry ${nth}`, storeId: store.id, petId: `pet ${nth}`, visitTypeId: type.id, from: MONDAY },
        employeeId: random() < 0.5 ? null : one(employees.filter(({ storeIds }) => storeIds?.includes(store.id))).id,
        durationMinutes: type.durationMinutes ?? 30,
        until: random() < 0.5 ? null : addDays(MONDAY, Math.ceil(random() * 30)),
        weekdays: random() < 0.5 ? [] : weekdays.filter(() => random() < 0.4),
        ...one([
          { earliest: null, latest: null },
          { earliest: null, latest: '12:00' },
          { earliest: '12:00', latest: null },
        ]),
        createdAt: new Date(Date.parse(MONDAY) - random() * 1e9).toISOString(),
      };
    });
  return {
    appointments: appointments.map((more, nth) =>
      receivedAppointmentSchema.parse({
        ...{ id: `a${nth}`, petId: `other ${nth}`, status: 'confirmed', visitTypeCategory: 'consult', ...more },
      }),
    ),
    plan: plan.map((entry, nth) => receivedAvailabilitySchema.parse({ id: `p${nth}`, ...entry })),
    entries,
  };
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/**
 * `npm run bench -- matching`: compares finding the first time for each entry together with finding the free starts of each
 * entry separately.
 */
export async function run({ waiting, days, rounds }: typeof defaults): Promise<void> {
  const rows: string[][] = [];
  for (const fullness of [0.6, 0.9, 1]) {
    const { appointments, plan, entries } = practiceOf(days, fullness);
    const list = entries(waiting);
    const now = dayInterval(zone, MONDAY).start;
    const span = { start: now, end: dayInterval(zone, addDays(dateIn(zone, now), days)).start };
    const createDays = () => createBookable({ span, appointments, heldRequests: [], plan, stores, employees, now });
    const matched: number[] = [];
    const alone: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      matched.push(
        timed(() => {
          const matching = createMatching({ bookable: createDays(), span, stores, types, employees, now });
          found = matching.findFirstTimes(list).length;
        }),
      );
      alone.push(
        timed(() => {
          const bookable = createDays();
          for (const { storeId, visitTypeId, employeeId, petId, durationMinutes } of list) {
            const store = stores.find(({ id }) => id === storeId);
            const type = types.find(({ id }) => id === visitTypeId) ?? null;
            const vet = employees.find(({ id }) => id === employeeId) ?? null;
            if (!store) continue;
            const length = durationMinutes * MINUTE_MS;
            bookable.findFreeStarts(determineNeeds({ store, vet, type, petId, employees }), {
              length,
              from: now,
              count: 1,
            });
          }
        }),
      );
    }
    const [one = 0, other = 0] = [matched, alone].map((times) => quantile(times, 0.5));
    const counts = [`${Math.round(fullness * 100)} %`, String(appointments.length), String(found)];
    rows.push([...counts, one.toFixed(1), quantile(matched, 0.95).toFixed(1), `${(one / other).toFixed(2)}×`]);
  }
  const header = ['taken', 'appointments', 'fit', 'p50, ms', 'p95, ms', 'first free start of each'];
  process.stdout.write(`${waiting} entries, ${days} days\n\n${markdownTable([header, ...rows])}\n`);
}
