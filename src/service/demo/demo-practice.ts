import { Temporal } from 'temporal-polyfill';
import type { Client, Pet, Store } from '#contract/clients-pets-staff.ts';
import { resolveIsMessaged } from '#contract/practice-management.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { practicePlan } from './practice-plan.ts';
import { createRandom, type Random } from './random.ts';
import {
  clientAlerts,
  firstNames,
  languagesByFirstName,
  lastNames,
  petAlerts,
  petNames,
  speciesBreeds,
  unusualClientNames,
  unusualPetNames,
} from './texts.ts';

const CLIENT_COUNT = 1_600;
const PET_COUNT = 2_400;
/**
 * The positions of the stores that nine successive clients live near, after which the list repeats. Larger stores occur more
 * often.
 */
const HOME_STORES = [0, 1, 0, 2, 0, 1, 0, 2, 1];
const newYork = ['212', '646', '917', '332', '718', '347', '929', '516', '914', '201', '973', '845', '631', '551'];
const chicago = ['312', '773', '872', '708', '847', '224', '630', '331'];
/** The area codes near each store. Each code has a hundred phone numbers that are reserved for fiction. */
const areaCodes = [newYork, newYork, chicago];
/**
 * Two clients who are registered twice, with the same name, phone and pet. Each entry maps the position of the second
 * registration to the position of the first.
 */
const duplicateRegistrations: ReadonlyMap<number, number> = new Map([
  [1_201, 310],
  [1_404, 90],
]);

/** The positions of two clients who asked not to be written to. */
const optedOutClients: readonly number[] = [16, 203];

const DAY_MS = 86_400_000;
const OPENED_MS = Date.UTC(2019, 2, 4, 14);

/** The first part of a version 7 UUID made at {@link OPENED_MS}. */
const COMPANY_ID = '01694901-0f00-7';
/** The same for a second company, set up an hour later, which the demo of earlier releases had. */
const EARLIER_COMPANY_ID = '01694937-fd80-7';

const toIso = (epochMs: number) => new Date(epochMs).toISOString();

/**
 * The place of an index in the sequence `first`, `first + step`, `first + 2 * step` and so on, 0 for the first; -1 for an
 * index that is not part of it.
 */
const nthPosition = (index: number, first: number, step: number) =>
  index % step === first ? (index - first) / step : -1;

/** The store that each client lives near and brings their pets to, keyed by client id. */
export function findHomeStores({ company, clients }: Pick<PracticeRecords, 'company' | 'clients'>): Map<string, Store> {
  const stores = company.stores;
  const homes = clients.map(({ id }, index) => [id, stores[HOME_STORES[index % HOME_STORES.length] ?? 0]] as const);
  return new Map(homes.flatMap(([id, store]) => (store ? [[id, store] as const] : [])));
}

/**
 * Creates clients who registered one after the other since the practice opened. Every fifteenth has an unusual name until
 * all of these names are used. One client is inactive.
 */
function createClients(idOf: (...key: (string | number)[]) => string, companyId: string, todayMs: number): Client[] {
  const random = createRandom(companyId, 'clients');
  /** The number of phone numbers that are in use, for each list of area codes. */
  const used = new Map<readonly string[], number>();
  const clients = Array.from({ length: CLIENT_COUNT }, (_, index) => {
    const unusual = unusualClientNames[nthPosition(index, 5, 15)];
    const [firstName, lastName] = unusual ?? [random.pick(firstNames), random.pick(lastNames)];
    const mailbox = unusual ? 'client' : `${firstName}.${lastName}`.toLowerCase();
    const area = areaCodes[HOME_STORES[index % HOME_STORES.length] ?? 0] ?? newYork;
    const nthNumber = used.get(area) ?? 0;
    used.set(area, nthNumber + 1);
    const twoDigits = String(Math.floor(nthNumber / area.length)).padStart(2, '0');
    const phone = `+1 ${area[nthNumber % area.length]}-555-01${twoDigits}`;
    const createdMs = OPENED_MS + DAY_MS + Math.floor((index / CLIENT_COUNT) * (todayMs - OPENED_MS - 7 * DAY_MS));
    return {
      id: idOf('client', index),
      companyId,
      firstName,
      lastName,
      email: random.chance(0.88) ? `${mailbox}.${index}@example.com` : null,
      phone: random.chance(0.95) || [...duplicateRegistrations.values()].includes(index) ? phone : null,
      alert: clientAlerts[nthPosition(index, 4, 23) % clientAlerts.length] ?? null,
      contactBy: optedOutClients.includes(index)
        ? ('none' as const)
        : nthPosition(index, 8, 40) >= 0
          ? ('sms' as const)
          : null,
      recallsBy: null,
      language: languagesByFirstName.get(firstName) ?? (nthPosition(index, 9, 31) >= 0 ? ('es' as const) : null),
      isActive: index !== 50,
      createdAt: toIso(createdMs),
      updatedAt: toIso(Math.min(createdMs + random.integer(0, 200) * DAY_MS, todayMs)),
    };
  });
  return clients.map((client, index) => {
    const first = clients[duplicateRegistrations.get(index) ?? -1];
    const { firstName, lastName, phone } = first ?? client;
    return { ...client, firstName, lastName, phone };
  });
}

/** The age of a pet when it is registered, in days: most are young. */
const drawAge = (random: Random) =>
  random.weighted([
    [() => random.integer(60, 150), 5],
    [() => random.integer(150, 1_200), 3],
    [() => random.integer(1_200, 3_600), 2],
  ])();

/**
 * Creates pets. Every sixteenth has an unusual name until all of these names are used. One pet died on the date `deceasedOn`.
 * All others are alive, so none is born more than fifteen years before today.
 */
function createPets(
  idOf: (...key: (string | number)[]) => string,
  clients: readonly Client[],
  { deceasedOn, todayMs }: { deceasedOn: string; todayMs: number },
): Pet[] {
  const random = createRandom(idOf('pets'));
  const pets = Array.from({ length: PET_COUNT }, (_, index) => {
    // Every client gets one pet before any client gets two.
    const client = clients[index] ?? random.pick(clients);
    const registeredMs = Date.parse(client.createdAt);
    const createdMs = Math.min(
      registeredMs + (index < clients.length ? 60_000 : random.integer(1, 700) * DAY_MS),
      todayMs - 6 * DAY_MS + index * 1_000,
    );
    const [species, breeds] = random.weighted(
      speciesBreeds.map(([name, weight, list]) => [[name, list] as const, weight] as const),
    );
    const isDead = index === 77;
    const bornMs = Math.max(createdMs - drawAge(random) * DAY_MS, todayMs - 15 * 365 * DAY_MS);
    const [alertOf, alert] = petAlerts[nthPosition(index, 6, 13) % petAlerts.length] ?? [null, null];
    return {
      id: idOf('pet', index),
      companyId: client.companyId,
      clientId: client.id,
      clientName: `${client.firstName} ${client.lastName}`,
      name: unusualPetNames[nthPosition(index, 7, 16)] ?? random.pick(petNames),
      species,
      breed: breeds.length > 0 && random.chance(0.92) ? random.pick(breeds) : null,
      sex: random.chance(0.95) ? random.pick(['female', 'male', 'female (spayed)', 'male (neutered)']) : null,
      dateOfBirth: random.chance(0.9) ? toIso(bornMs).slice(0, 10) : null,
      deceasedOn: isDead ? deceasedOn : null,
      alert: alertOf === null || alertOf === species ? alert : null,
      isActive: client.isActive && !isDead,
      createdAt: toIso(createdMs),
      updatedAt: toIso(Math.min(createdMs + random.integer(0, 200) * DAY_MS, todayMs)),
    };
  });
  return pets.map((pet, index) => {
    const first = pets[duplicateRegistrations.get(index) ?? -1];
    const { name, species, breed, sex, dateOfBirth } = first ?? pet;
    return { ...pet, name, species, breed, sex, dateOfBirth };
  });
}

/**
 * The demo practice with its stores, staff, types, clients and pets. A seed and a date always give the same practice:
 * clients registered until a week before `today`, and one pet died on the Wednesday before the week of `today`. Ids depend
 * only on the seed.
 */
export function createDemoPractice(seed: number, today: Temporal.PlainDate): PracticeRecords {
  const companyId = `${COMPANY_ID}${deriveUuid(`demo ${seed}`).slice(COMPANY_ID.length)}`;
  const idOf = (...key: (string | number)[]) => deriveUuid([companyId, ...key].join('/'));
  const todayMs = today.toZonedDateTime('UTC').epochMilliseconds;
  const stores: Store[] = practicePlan.stores.map((store) => ({
    ...store,
    id: idOf('store', store.name),
    companyId,
    rooms: store.rooms.map((room) => ({ ...room, id: idOf('room', store.name, room.name) })),
  }));
  const clients = createClients(idOf, companyId, todayMs);
  const deceasedOn = today.subtract({ days: today.dayOfWeek + 4 }).toString();
  return {
    company: { id: companyId, name: practicePlan.name, stores },
    employees: practicePlan.employees.map(({ stores: names, ...employee }) => ({
      ...employee,
      id: idOf('employee', employee.firstName),
      companyId,
      storeIds: stores.filter(({ name }) => names.includes(name)).map(({ id }) => id),
    })),
    types: practicePlan.types.map((type) => ({
      ...type,
      id: idOf('type', type.name),
      companyId,
      isMessaged: resolveIsMessaged(type, null) ?? true,
    })),
    clients,
    pets: createPets(idOf, clients, { deceasedOn, todayMs }),
  };
}

/**
 * Whether a company belongs to the demo, with any seed, including the demo of an earlier release. A version 7 UUID begins
 * with the time of its creation, and no other company was created in exactly these milliseconds.
 */
export const isDemoCompany = (companyId: string): boolean =>
  companyId.startsWith(COMPANY_ID) || companyId.startsWith(EARLIER_COMPANY_ID);

/** The dates and the present moment of a demo. */
export interface DemoPeriod {
  /** Today's date in the time zone of the first store. */
  readonly today: Temporal.PlainDate;
  /** The moment for which statuses are generated, in milliseconds since 1970-01-01T00:00Z. */
  readonly now: number;
  /** Nothing is created or changed after this moment, which is `now` or earlier. */
  readonly recordedUntil: number;
}

/**
 * The period of a demo that is created at an instant. Statuses are generated for this instant; if it is before 10:40 or after
 * 17:15 in the first store, for 10:40 or 17:15, so that some patients are being seen, waiting or late. A date means 10:40 on
 * that date.
 */
export function createDemoPeriod(at: Temporal.Instant | Temporal.PlainDate): DemoPeriod {
  const timeZone = practicePlan.stores[0]?.timeZone ?? 'UTC';
  const today = at instanceof Temporal.PlainDate ? at : at.toZonedDateTimeISO(timeZone).toPlainDate();
  const momentOf = (plainTime: string) => today.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  const instant = at instanceof Temporal.PlainDate ? momentOf('10:40') : at.epochMilliseconds;
  const now = Math.min(Math.max(instant, momentOf('10:40')), momentOf('17:15'));
  return { today, now, recordedUntil: Math.min(now, instant) };
}
