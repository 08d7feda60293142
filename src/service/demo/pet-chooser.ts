import type { Temporal } from 'temporal-polyfill';
import type { Pet, Store } from '#contract/clients-pets-staff.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { findHomeStores } from './demo-practice.ts';
import type { PlannedAppointment } from './planned-appointments.ts';
import { createRandom } from './random.ts';

const DAY_MS = 86_400_000;
/**
 * The minimum number of days between two appointments of a pet. It keeps a pet from being in two places at once, even after
 * a stay.
 */
const MIN_DAYS = 5;
/** The minimum number of days between two appointments of a pet if there are enough pets. */
const USUAL_DAYS = 21;
const YEARLY_GAP_DAYS = 330;

interface Suitability {
  readonly species: readonly string[];
  /** The minimum and maximum age in days. It is checked only if the date of birth is on file. */
  readonly age?: readonly [least: number, most: number];
  /** The number of days between two appointments of this type. */
  readonly every?: number;
  /** Whether the pet is neutered at the appointment. */
  readonly neuters?: boolean;
}

const furrySpecies = ['Dog', 'Cat', 'Rabbit'];
/** The pets that come for each of these visit types. Any pet may come for a type that is not listed. */
const suitability: Readonly<Record<string, Suitability>> = {
  'Annual health check': {
    species: [...furrySpecies, 'Guinea pig', 'Ferret', 'Parrot', 'Tortoise'],
    every: YEARLY_GAP_DAYS,
  },
  'Bath & brush': { species: ['Dog'], every: 42 },
  'Day care': { species: ['Dog'], every: 9 },
  'Dental cleaning': { species: ['Dog', 'Cat'], age: [900, 9_000], every: YEARLY_GAP_DAYS },
  'Nail trim': { species: [...furrySpecies, 'Guinea pig', 'Parrot'], every: 35 },
  'Overnight boarding': { species: furrySpecies, every: 28 },
  'Puppy class': { species: ['Dog'], age: [60, 300], every: 9 },
  Recheck: { species: furrySpecies, every: 10 },
  'Spay / neuter surgery': { species: furrySpecies, age: [150, 2_000], every: 9_999, neuters: true },
  Vaccination: { species: [...furrySpecies, 'Ferret'], every: YEARLY_GAP_DAYS },
};

/**
 * The first and the last day of some appointments, counted from 1970-01-01. The days in between need not be stored, because
 * appointments are added from today outwards.
 */
interface DayRange {
  first: number;
  last: number;
}

/** The number of days between a day and the nearest appointment. */
const daysToNearest = (span: DayRange | undefined, day: number) =>
  span === undefined ? Number.POSITIVE_INFINITY : Math.max(span.first - day, day - span.last);

const dayOf = (date: string) => Date.parse(date) / DAY_MS;

/** A pet that can be chosen, with the appointments that it was chosen for. */
function createCandidate(pet: Pet) {
  const born = pet.dateOfBirth === null ? null : dayOf(pet.dateOfBirth);
  const registered = dayOf(pet.createdAt);
  const isNeutered = pet.sex?.includes('(') ?? false;
  const ofType = new Map<string, DayRange>();
  let all: DayRange | undefined;
  const widen = (span: DayRange | undefined, day: number) => ({
    first: Math.min(span?.first ?? day, day),
    last: Math.max(span?.last ?? day, day),
  });
  return {
    pet,
    /** How badly the pet suits an appointment on a day: 0 if it suits well, null if the pet cannot have the appointment. */
    mismatch(type: string, day: number, isPast: boolean): number | null {
      const gap = daysToNearest(all, day);
      if (gap < MIN_DAYS) return null;
      const { age: ages, every = 0, neuters = false } = suitability[type] ?? {};
      const age = born === null ? null : day - born;
      let points = gap < Math.min(USUAL_DAYS, every || USUAL_DAYS) ? 1 : 0;
      if (daysToNearest(ofType.get(type), day) < every) points += 4;
      if (age !== null && age < 50) points += 8;
      if (registered > day) points += 2;
      if (neuters && isNeutered !== isPast) points += 16;
      if (ages !== undefined && (age === null || age < ages[0] || age > ages[1])) points += 16;
      return points;
    },
    add(type: string, day: number) {
      all = widen(all, day);
      ofType.set(type, widen(ofType.get(type), day));
    },
  };
}

/**
 * Chooses a pet for each appointment from the pets whose clients live near the store: one that the visit type suits, and that
 * did not come for the same reason a short time before. Days have to be chosen from today outwards. `excluded` are the ids of
 * pets that have a series.
 */
export function createPetChooser(
  { company, pets, clients }: PracticeRecords,
  { excluded, today }: { excluded: ReadonlySet<string>; today: Temporal.PlainDate },
) {
  const homes = findHomeStores({ company, clients });
  const candidates = pets
    .filter(({ id, isActive }) => isActive && !excluded.has(id))
    .map((pet) => ({ ...createCandidate(pet), store: homes.get(pet.clientId) }));
  const lists = new Map<string, typeof candidates>();
  const random = createRandom(company.id, 'pets');

  function candidatesFor(store: Store, type: string) {
    const { species } = suitability[type] ?? {};
    const key = `${store.id} ${species?.join()}`;
    const list =
      lists.get(key) ??
      candidates.filter((one) => one.store === store && (species === undefined || species.includes(one.pet.species)));
    lists.set(key, list);
    return list;
  }

  return (
    { store, type, from }: Pick<PlannedAppointment, 'store' | 'type' | 'from'>,
    date: Temporal.PlainDate,
  ): Pet => {
    const list = candidatesFor(store, type);
    const day = dayOf(date.toString()) + Math.floor(from / 1_440);
    const isPast = date.until(today).sign > 0;
    const first = random.integer(0, list.length - 1);
    let best: (typeof candidates)[number] | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let nth = 0; nth < list.length && least > 0; nth += 1) {
      const one = list[(first + nth) % list.length];
      const points = one?.mismatch(type, day, isPast) ?? null;
      if (points !== null && points < least) [best, least] = [one, points];
    }
    if (best === undefined) throw new RangeError(`${store.name} has too few pets.`);
    best.add(type, day);
    return best.pet;
  };
}
