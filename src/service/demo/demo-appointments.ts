import type { Temporal } from 'temporal-polyfill';
import type { Appointment } from '#contract/appointment.ts';
import type { Pet } from '#contract/clients-pets-staff.ts';
import type { DemoCompany } from './demo-practice.ts';
import { createLocalClock, dayNumberOf } from './local-clock.ts';
import { createRandom, type Random, randomUuid } from './random.ts';
import { createRota } from './rota.ts';
import { type Visit, visitsAroundMidnight, visitsOfDay } from './store-day.ts';
import { bookingNotes, clientNotes, notes } from './texts.ts';
import { historyOf, type VisitHistory } from './visit-status.ts';

/** How many days the demo reaches to either side of today. */
export const DEMO_DAYS = 45;

/** The demo's present moment, in minutes since midnight in the first store: late in a busy morning, 10:40. */
const NOW_MINUTE = 10 * 60 + 40;

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** Today, tomorrow, yesterday and so on to the ends of the demo, then back into the past without an end. */
function* daysFromToday(today: number): Generator<number> {
  yield today;
  for (let distance = 1; distance <= DEMO_DAYS; distance += 1) {
    yield today + distance;
    yield today - distance;
  }
  for (let day = today - DEMO_DAYS - 1; ; day -= 1) yield day;
}

interface DemoPeriod {
  /** Today in the first store's zone. */
  readonly today: Temporal.PlainDate;
  readonly seed: number;
  /** How many appointments there are to be in all; without it, those of the days around today. */
  readonly appointments?: number;
}

/** The demo's present moment, in milliseconds since 1970-01-01T00:00Z. */
export function demoNow(practice: readonly DemoCompany[], today: Temporal.PlainDate): number {
  const store = practice[0]?.company.stores[0];
  if (store === undefined) throw new RangeError('A practice without a store.');
  return createLocalClock(store.timeZone)(dayNumberOf(today), NOW_MINUTE);
}

/** Generates the appointments of one store for a day (its number). `index` is the store's position in the company. */
function createDayGenerator(demo: DemoCompany, index: number, seed: number, today: number, now: number) {
  const store = demo.company.stores[index];
  const plan = demo.plan.stores[index];
  if (store === undefined || plan === undefined) throw new RangeError('No such store.');
  const clock = createLocalClock(store.timeZone);
  const recordedUntil = now - NOW_MINUTE * 60_000;
  const petsOfDay = createPetChooser(demo, index, seed);
  const types = new Map(demo.plan.types.map(({ key }, nth) => [key, demo.types[nth]]));
  const rotaOf = createRota(demo.plan);
  const isMain = index === 0 && demo.company.stores.length > 1;

  const appointmentOf = (visit: Visit, day: number, random: Random, choosePet: (visit: Visit) => Pet) => {
    const type = types.get(visit.type);
    if (type === undefined) return null;
    // The identity is drawn first: it must not depend on what the other draws come to on another day.
    const id = randomUuid(random);
    const pet = choosePet(visit);
    const start = clock(day, visit.startMinute);
    const end = clock(day, visit.endMinute);
    const certain = visit.type === 'emergency' || visit.endMinute > 1440;
    const history = historyOf(random, { start, end, now, recordedUntil, certain });
    return {
      id,
      petId: pet.id,
      clientId: pet.clientId,
      storeId: store.id,
      companyId: store.companyId,
      ...billingOf(history, random, index),
      title: `${pet.name} – ${type.name}`,
      start: iso(start),
      end: iso(end),
      notes: visit.note ?? (random.chance(0.22) ? random.pick(notes) : null),
      bookingNotes: random.chance(0.12) ? random.pick(bookingNotes) : null,
      clientNotes: history.createdFrom === 'plugin' && random.chance(0.6) ? random.pick(clientNotes) : null,
      status: history.status,
      location: visit.location,
      roomId: visit.room === null ? null : (store.rooms[visit.room]?.id ?? null),
      checkedInAt: history.checkedInAt === null ? null : iso(history.checkedInAt),
      createdFrom: history.createdFrom,
      visitTypeId: type.id,
      visitTypeName: type.name,
      visitTypeCategory: type.category,
      createdAt: iso(history.createdAt),
      updatedAt: iso(history.updatedAt),
      employees: visit.staff.flatMap((position, nth) => {
        const employee = demo.employees[position];
        return employee === undefined ? [] : [{ id: employee.id, isMainEmployee: nth === 0 }];
      }),
    } satisfies Appointment;
  };

  return (day: number): Appointment[] => {
    const choosePet = petsOfDay(day);
    const layout = createRandom(seed, store.id, day);
    const rota = rotaOf(index, day);
    const visits = visitsOfDay(plan, day, rota, layout);
    if (isMain && day === today) visits.push(...visitsAroundMidnight(plan, rota));
    return visits.flatMap((visit, nth) => {
      if (visit === undefined) return [];
      const random = createRandom(seed, store.id, day, nth);
      return appointmentOf(visit, day, random, choosePet) ?? [];
    });
  };
}

/** How many animals with unusual names a store sees a day. */
const UNUSUAL_A_DAY = 4;
/** Animals stay up to three nights, and at most two arrive a store and day: others come on the days after. */
const GUESTS_A_DAY = 7;
const GUESTS_A_STORE = 2;

function fits(pet: Pet, visit: Visit): boolean {
  if (visit.type === 'class' || visit.type === 'daycare') return pet.species === 'Dog';
  if (visit.type === 'groom' || visit.type === 'surgery') return pet.species === 'Dog' || pet.species === 'Cat';
  return true;
}

/**
 * Chooses the animals of one store's days so that none is in two places at once: every tenth animal is a guest for nights
 * only, and the stores of a company share the others out anew each day. `store` is the store's position in the company.
 */
function createPetChooser(demo: DemoCompany, store: number, seed: number): (day: number) => (visit: Visit) => Pet {
  const { pets, company } = demo;
  const unusual = new Set(demo.unusualPets);
  const guests = pets.filter((_, index) => index % 10 === 3);
  const special = pets.filter((_, index) => index % 10 !== 3 && unusual.has(index));
  const regular = pets.filter((_, index) => index % 10 !== 3 && !unusual.has(index));
  const share = Math.floor(regular.length / company.stores.length);

  return (day) => {
    // The same draws in each store of the company, which then takes its own part.
    const random = createRandom(seed, company.id, 'pets', day);
    const waiting = random.shuffled(regular).slice(store * share, (store + 1) * share);
    const named = random.shuffled(special).slice(store * UNUSUAL_A_DAY, (store + 1) * UNUSUAL_A_DAY);
    for (const [nth, pet] of named.entries()) waiting.splice(nth * 8 + random.integer(0, 7), 0, pet);
    let guest = day * GUESTS_A_DAY + store * GUESTS_A_STORE;

    return (visit) => {
      if (visit.endMinute > 1440) {
        const pet = guests[((guest % guests.length) + guests.length) % guests.length];
        guest += 1;
        if (pet !== undefined) return pet;
      }
      const [pet] = waiting.splice(
        Math.max(
          0,
          waiting.findIndex((candidate) => fits(candidate, visit)),
        ),
        1,
      );
      return pet ?? random.pick(pets);
    };
  };
}

/** Stores moved to the new billing one by one: the last of a company still writes invoices of its own. */
function billingOf({ status }: VisitHistory, random: Random, store: number) {
  const bill = status === 'completed' || status === 'ready_for_checkout' ? randomUuid(random) : null;
  return store === 2
    ? { storeInvoiceId: bill, billingContextId: null }
    : { storeInvoiceId: null, billingContextId: bill };
}

/**
 * The appointments of the demo practice in batches (one store's day each), nearest days first: 45 days to either side of
 * today, or exactly `appointments` of them, for which the period grows into the past at the same density. Every row
 * satisfies the contract; instants are UTC. What a row's id and visit are depends on the seed and its day alone, so that
 * the days of two runs with different dates agree; statuses and notes are those of the run.
 */
export function* demoAppointments(practice: readonly DemoCompany[], period: DemoPeriod): Generator<Appointment[]> {
  const today = dayNumberOf(period.today);
  const now = demoNow(practice, period.today);
  const generators = practice.flatMap((demo) =>
    demo.company.stores.map((_, index) => createDayGenerator(demo, index, period.seed, today, now)),
  );
  let left = period.appointments ?? Number.POSITIVE_INFINITY;
  for (const day of daysFromToday(today)) {
    if (period.appointments === undefined && day < today - DEMO_DAYS) return;
    for (const generate of generators) {
      const batch = generate(day).slice(0, left);
      left -= batch.length;
      if (batch.length > 0) yield batch;
      if (left <= 0) return;
    }
  }
}
