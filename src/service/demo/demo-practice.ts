import type { Temporal } from 'temporal-polyfill';
import type { Client, Pet, Store } from '#contract/clients-pets-staff.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { type CompanyPlan, companyPlans, roomCategories, type StorePlan } from './demo-companies.ts';
import { createRandom, orderedUuid, type Random, timeOfOrderedUuid } from './random.ts';
import {
  firstNames,
  lastNames,
  petNames,
  speciesBreeds,
  type UnusualName,
  unusualPeople,
  unusualPets,
} from './texts.ts';

/** One company with everything but its appointments; each list in the order of its ids. */
export interface DemoCompany extends PracticeRecords {
  /** When the practice was set up, an ISO 8601 instant in UTC. */
  readonly createdAt: string;
  /** Which of {@link pets} have unusual names, by position. */
  readonly unusualPets: readonly number[];
  readonly plan: CompanyPlan;
}

const DAY_MS = 86_400_000;
const OPENED_MS = Date.UTC(2019, 2, 4, 14);
/** Clients came over five years, the last of them at the end of 2023. */
const GROWTH_MS = 1_760 * DAY_MS;

/** When a company of the demo was set up, by its position. */
const openedMs = (index: number) => OPENED_MS + index * 3_600_000;

const iso = (epochMs: number) => new Date(epochMs).toISOString();

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('An empty list.');
  return item;
}

function storeOf(plan: StorePlan, companyId: string, random: Random, epochMs: number): Store {
  return {
    id: orderedUuid(random, epochMs),
    companyId,
    name: plan.name,
    timeZone: plan.timeZone,
    openingHours: [...plan.openingHours],
    rooms: plan.rooms.map(({ name, kind }, index) => ({
      id: orderedUuid(random, epochMs + index),
      name,
      categories: [...(roomCategories[kind] ?? [])],
    })),
  };
}

/** A spread of `count` creation times over the years of growth, each some milliseconds after the one before. */
function arrival(index: number, count: number): number {
  return OPENED_MS + DAY_MS + Math.floor((index / count) * GROWTH_MS);
}

/** Every eleventh client has an unusual name until all of them are used. */
function clientsOf(plan: CompanyPlan, companyId: string, random: Random, names: Names): Client[] {
  return Array.from({ length: plan.clients }, (_, index) => {
    const unusual = unusualPeople[(index - 5) / 11]?.[names];
    const [firstName, lastName] = unusual ?? [random.pick(firstNames), random.pick(lastNames)];
    const createdMs = arrival(index, plan.clients);
    const phone = `${random.pick(plan.phonePrefixes)}${plan.phonePrefixes.length > 1 ? '01' : '1'}${String(random.integer(0, 99)).padStart(2, '0')}`;
    const mailbox = unusual ? 'client' : `${firstName}.${lastName}`.toLowerCase();
    return {
      id: orderedUuid(random, createdMs),
      companyId,
      firstName,
      lastName,
      email: random.chance(0.88) ? `${mailbox}.${index}@example.com` : null,
      phone: random.chance(0.95) ? phone : null,
      alert: null,
      isActive: true,
      createdAt: iso(createdMs),
      updatedAt: iso(createdMs + random.integer(0, 200) * DAY_MS),
    };
  });
}

/** Every sixteenth animal has an unusual name until all of them are used. */
const unusualPetName = (index: number) => unusualPets[(index - 7) / 16];

/** Which names the unusual ones are: as a practice has them, or the worst, for tests. */
type Names = keyof UnusualName<unknown>;

function speciesOf(random: Random) {
  const [species, breeds] = random.weighted(
    speciesBreeds.map(([name, weight, list]) => [[name, list] as const, weight] as const),
  );
  return { species, breed: breeds.length > 0 && random.chance(0.92) ? random.pick(breeds) : null };
}

function petsOf(plan: CompanyPlan, companyId: string, clients: readonly Client[], random: Random, names: Names): Pet[] {
  return Array.from({ length: plan.pets }, (_, index) => {
    // Everyone has one animal before anyone has two.
    const client = index < clients.length ? at(clients, index) : random.pick(clients);
    const createdMs = Date.parse(client.createdAt) + (index < clients.length ? 60_000 : random.integer(1, 90) * DAY_MS);
    const bornMs = createdMs - random.integer(60, 3_600) * DAY_MS;
    return {
      id: orderedUuid(random, arrival(index, plan.pets)),
      companyId,
      clientId: client.id,
      clientName: `${client.firstName} ${client.lastName}`,
      name: unusualPetName(index)?.[names] ?? random.pick(petNames),
      ...speciesOf(random),
      sex: random.chance(0.95) ? random.pick(['female', 'male', 'female (spayed)', 'male (neutered)']) : null,
      dateOfBirth: random.chance(0.9) ? iso(bornMs).slice(0, 10) : null,
      deceasedOn: null,
      alert: null,
      isActive: true,
      createdAt: iso(createdMs),
      updatedAt: iso(createdMs + random.integer(0, 200) * DAY_MS),
    };
  });
}

function companyOf(plan: CompanyPlan, index: number, seed: number, names: Names): DemoCompany {
  const random = createRandom(seed, 'company', index);
  const opened = openedMs(index);
  const companyId = orderedUuid(random, opened);
  const stores = plan.stores.map((store, nth) => storeOf(store, companyId, random, opened + 1_000 * (nth + 1)));
  const clients = clientsOf(plan, companyId, random, names);
  return {
    company: { id: companyId, name: plan.name, stores },
    createdAt: iso(opened),
    employees: plan.employees.map(({ stores: works, ...employee }, nth) => ({
      id: orderedUuid(random, opened + 60_000 + nth),
      companyId,
      storeIds: works.map((store) => at(stores, store).id),
      ...employee,
    })),
    clients,
    pets: petsOf(plan, companyId, clients, random, names),
    unusualPets: Array.from({ length: plan.pets }, (_, pet) => pet).filter((pet) => unusualPetName(pet) !== undefined),
    types: plan.types.map(({ key: _, ...type }, nth) => ({
      id: orderedUuid(random, opened + 120_000 + nth),
      companyId,
      ...type,
    })),
    plan,
  };
}

/**
 * The companies of the demo practice with their stores, staff, types, clients and pets, the same for a `seed` on every day,
 * so that the practice of yesterday is recognised today. With `hostileNames`, for tests, the unusual names are the worst of their kind: markup,
 * formulas, statements. Ids do not depend on it. Creation times lie between March 2019 and the end of 2024.
 */
export function createDemoPractice(seed: number, { hostileNames = false } = {}): readonly DemoCompany[] {
  const names = hostileNames ? 'hostile' : 'plausible';
  return companyPlans.map((plan, index) => companyOf(plan, index, seed, names));
}

/**
 * Whether a company is one of the demo, whatever its seed. A version 7 UUID begins with its time, and nobody else's was made in
 * the very milliseconds in which those of the demo were set up.
 */
export function isDemoCompany(companyId: string): boolean {
  return companyPlans.some((_, index) => timeOfOrderedUuid(companyId) === openedMs(index));
}

/** Today's date at the main store of the demo at an instant, whatever the zone of the machine. */
export function demoToday(now: Temporal.Instant): Temporal.PlainDate {
  const timeZone = companyPlans[0]?.stores[0]?.timeZone ?? 'UTC';
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}
