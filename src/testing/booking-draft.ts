import * as z from 'zod/mini';
import { sessionStore } from '#app/browser/storage.ts';
import { type BookingValues, initialValues } from '#app/features/booking/booking-values.ts';
import { createDrafts } from '#app/features/booking/draft.ts';
import type { PracticeInMemory } from './practice-in-memory.ts';

/** A Wednesday far ahead. */
export const DRAFT_DAY = '2031-06-04';

/**
 * Stores a booking of Bella for a vaccination at 9:05 of that day, or as given, as if the page had been reloaded while
 * the panel was open: the panel that opens next goes on with it. Returns the stored draft.
 */
export function keepDraft(practice: PracticeInMemory, given: Partial<BookingValues> = {}) {
  const { company, types, employees, session } = practice;
  const [pet = null] = practice.pets;
  const type = types.find(({ name }) => name === 'Vaccination');
  const lists = { companyId: company.id, stores: company.stores, employees, types };
  const form = initialValues({ start: `${DRAFT_DAY}T09:05`, visitTypeId: type?.id }, lists, null);
  const drafts = createDrafts({
    storage: sessionStore,
    companyId: company.id,
    person: session.person,
    schema: z.unknown(),
  });
  const draft = drafts.open();
  draft.write({ values: { form: { ...form, pet, ...given }, day: DRAFT_DAY, isOpen: true } });
  return draft;
}
