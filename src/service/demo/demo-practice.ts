import { Temporal } from 'temporal-polyfill';
import type { Client, Pet, Store } from '#contract/clients-pets-staff.ts';
import { uuidOf } from '#service/db/column-types.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { practicePlan } from './practice-plan.ts';
import { createRandom, type Random } from './random.ts';
import {
  clientAlerts,
  firstNames,
  lastNames,
  petAlerts,
  petNames,
  speciesBreeds,
  unusualPeople,
  unusualPets,
} from './texts.ts';

const CLIENTS = 400;
const PETS = 600;
/** Phone numbers in several cities that are reserved for fiction, without their last two digits. */
const phonePrefixes = ['212', '646', '718', '312', '917'].map((area) => `+1 ${area}-555-01`);

const DAY_MS = 86_400_000;
const OPENED_MS = Date.UTC(2019, 2, 4, 14);
/** Clients registered over five years, the last at the end of 2023. */
const GROWTH_MS = 1_760 * DAY_MS;

/** The first part of a version 7 UUID made at {@link OPENED_MS}. */
const COMPANY_ID = '01694901-0f00-7';
/** The demo of earlier releases had a second company, set up an hour later. */
const EARLIER_COMPANY_ID = '01694937-fd80-7';

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** The position of an index among every `step`-th index from `first` on; -1 for all other indexes. */
const nthOf = (index: number, first: number, step: number) => (index % step === first ? (index - first) / step : -1);

/** Every fifteenth client has an unusual name until all of them are used. One is inactive. */
function createClients(idOf: (...key: (string | number)[]) => string, companyId: string, random: Random): Client[] {
  return Array.from({ length: CLIENTS }, (_, index) => {
    const unusual = unusualPeople[nthOf(index, 5, 15)];
    const [firstName, lastName] = unusual ?? [random.pick(firstNames), random.pick(lastNames)];
    const mailbox = unusual ? 'client' : `${firstName}.${lastName}`.toLowerCase();
    const phone = `${random.pick(phonePrefixes)}${String(random.integer(0, 99)).padStart(2, '0')}`;
    const createdMs = OPENED_MS + DAY_MS + Math.floor((index / CLIENTS) * GROWTH_MS);
    return {
      id: idOf('client', index),
      companyId,
      firstName,
      lastName,
      email: random.chance(0.88) ? `${mailbox}.${index}@example.com` : null,
      phone: random.chance(0.95) ? phone : null,
      alert: clientAlerts[nthOf(index, 4, 17) % clientAlerts.length] ?? null,
      isActive: index !== 50,
      createdAt: iso(createdMs),
      updatedAt: iso(createdMs + random.integer(0, 200) * DAY_MS),
    };
  });
}

/** Every sixteenth pet has an unusual name until all of them are used. One died on `deceasedOn`, a date. */
function createPets(
  idOf: (...key: (string | number)[]) => string,
  clients: readonly Client[],
  deceasedOn: string,
  random: Random,
): Pet[] {
  return Array.from({ length: PETS }, (_, index) => {
    // Every client gets one pet before any client gets two.
    const client = clients[index] ?? random.pick(clients);
    const createdMs = Date.parse(client.createdAt) + (index < clients.length ? 60_000 : random.integer(1, 90) * DAY_MS);
    const [species, breeds] = random.weighted(
      speciesBreeds.map(([name, weight, list]) => [[name, list] as const, weight] as const),
    );
    const isDead = index === 77;
    return {
      id: idOf('pet', index),
      companyId: client.companyId,
      clientId: client.id,
      clientName: `${client.firstName} ${client.lastName}`,
      name: unusualPets[nthOf(index, 7, 16)] ?? random.pick(petNames),
      species,
      breed: breeds.length > 0 && random.chance(0.92) ? random.pick(breeds) : null,
      sex: random.chance(0.95) ? random.pick(['female', 'male', 'female (spayed)', 'male (neutered)']) : null,
      dateOfBirth: random.chance(0.9) ? iso(createdMs - random.integer(60, 3_600) * DAY_MS).slice(0, 10) : null,
      deceasedOn: isDead ? deceasedOn : null,
      alert: petAlerts[nthOf(index, 6, 13) % petAlerts.length] ?? null,
      isActive: client.isActive && !isDead,
      createdAt: iso(createdMs),
      updatedAt: iso(createdMs + random.integer(0, 200) * DAY_MS),
    };
  });
}

/**
 * The demo practice with its stores, staff, types, clients and pets. A seed always gives the same practice, except for the
 * pet that died on the Wednesday before the week of `today`. Ids depend only on the seed. Everything else existed by the end
 * of 2024.
 */
export function createDemoPractice(seed: number, today: Temporal.PlainDate): PracticeRecords {
  const companyId = `${COMPANY_ID}${uuidOf(`demo ${seed}`).slice(COMPANY_ID.length)}`;
  const idOf = (...key: (string | number)[]) => uuidOf([companyId, ...key].join('/'));
  const random = createRandom(seed, 'practice');
  const stores: Store[] = practicePlan.stores.map((store) => ({
    ...store,
    id: idOf('store', store.name),
    companyId,
    rooms: store.rooms.map((room) => ({ ...room, id: idOf('room', store.name, room.name) })),
  }));
  const clients = createClients(idOf, companyId, random);
  const deceasedOn = today.subtract({ days: today.dayOfWeek + 4 }).toString();
  return {
    company: { id: companyId, name: practicePlan.name, stores },
    employees: practicePlan.employees.map(({ stores: names, ...employee }) => ({
      ...employee,
      id: idOf('employee', employee.firstName),
      companyId,
      storeIds: stores.filter(({ name }) => names.includes(name)).map(({ id }) => id),
    })),
    types: practicePlan.types.map((type) => ({ ...type, id: idOf('type', type.name), companyId })),
    clients,
    pets: createPets(idOf, clients, deceasedOn, random),
  };
}

/**
 * Whether a company belongs to the demo, with any seed, including the demo of an earlier release. A version 7 UUID begins
 * with its time, and no other company was created in exactly these milliseconds.
 */
export const isDemoCompany = (companyId: string): boolean =>
  companyId.startsWith(COMPANY_ID) || companyId.startsWith(EARLIER_COMPANY_ID);

/** The dates and the present moment of a demo. */
export interface DemoPeriod {
  /** Today in the first store's zone. */
  readonly today: Temporal.PlainDate;
  /** The moment for which statuses are generated, in milliseconds since 1970-01-01T00:00Z. */
  readonly now: number;
  /** Nothing is created or changed after this moment, which is `now` or earlier. */
  readonly recordedUntil: number;
}

/**
 * The period of a demo that is created at an instant. Statuses are those of this moment, or those of 10:40 before it and of
 * 17:15 after it in the first store, so that some patients are being seen, waiting or late. A date means 10:40 on that date.
 */
export function demoPeriod(at: Temporal.Instant | Temporal.PlainDate): DemoPeriod {
  const timeZone = practicePlan.stores[0]?.timeZone ?? 'UTC';
  const today = at instanceof Temporal.PlainDate ? at : at.toZonedDateTimeISO(timeZone).toPlainDate();
  const momentOf = (plainTime: string) => today.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  const instant = at instanceof Temporal.PlainDate ? momentOf('10:40') : at.epochMilliseconds;
  const now = Math.min(Math.max(instant, momentOf('10:40')), momentOf('17:15'));
  return { today, now, recordedUntil: Math.min(now, instant) };
}
