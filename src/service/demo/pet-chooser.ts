import type { Pet } from '#contract/resources.ts';
import type { DemoCompany } from './demo-practice.ts';
import { createRandom } from './random.ts';
import type { Visit } from './store-day.ts';

/** How many animals with unusual names a store sees a day. */
const UNUSUAL_A_DAY = 4;
/** Stays of up to three nights, at most two a store and day: the next guests are other animals. */
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
export function createPetChooser(
  demo: DemoCompany,
  store: number,
  seed: number,
): (day: number) => (visit: Visit) => Pet {
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
