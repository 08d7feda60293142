import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { type BookingValues, initialBookingValues } from '#app/features/booking/booking-values.ts';
import { createDrafts } from '#app/features/booking/draft.ts';
import type { PracticeInMemory } from './practice-in-memory.ts';

/** A Wednesday far in the future. */
export const DRAFT_DAY = '2031-06-04';

/**
 * Stores an unfinished booking of Bella for a vaccination at 9:05 on that day, changed by `given`, as if its panel had
 * been open before a reload: the next panel offers to continue with it.
 */
export function keepDraft(practice: PracticeInMemory, given: Partial<BookingValues> = {}) {
  const { company, types, session } = practice;
  const [pet = null] = practice.pets;
  const visitTypeId = types.find(({ name }) => name === 'Vaccination')?.id;
  const stores = company.stores.map((store) => ({ ...store, timeZone: store.timeZone ?? 'UTC' }));
  const form = {
    ...initialBookingValues({ start: `${DRAFT_DAY}T09:05`, visitTypeId }, { stores, types }),
    pet,
    ...given,
  };
  const drafts = createDrafts({
    storage: sessionStore,
    companyId: company.id,
    person: session.person,
    schema: z.unknown(),
  });
  const id = newId();
  drafts.open(id).write({ values: { form, day: DRAFT_DAY } });
  return { id, drafts };
}
