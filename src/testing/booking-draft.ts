import { newId } from '#app/browser/new-id.ts';
import { sessionStore } from '#app/browser/storage.ts';
import type { FormValues } from '#app/features/booking/booking-values.ts';
import { createDraftStore } from '#app/features/booking/drafts.ts';
import { initialValues } from '#app/features/booking/initial-values.ts';
import type { PracticeInMemory } from './practice-in-memory.ts';

/** A Wednesday far ahead. */
export const DRAFT_DAY = '2031-06-04';

/**
 * Keeps a booking of Bella for a vaccination at 9:05 of that day, or as given, as if it had been filled in at this desk
 * before: the form that opens next goes on with it. Returns its id, and where it is kept.
 */
export function keepDraft(practice: PracticeInMemory, given: Partial<FormValues> = {}) {
  const { company, types, session } = practice;
  const [pet = null] = practice.pets;
  const type = types.find(({ name }) => name === 'Vaccination');
  const begun = initialValues({
    prefill: { start: `${DRAFT_DAY}T09:05`, visitTypeId: type?.id },
    stores: company.stores,
    types,
    now: Date.now(),
    twelveHours: false,
  });
  const drafts = createDraftStore({
    storage: sessionStore,
    companyId: company.id,
    person: session.person,
  });
  const id = newId();
  drafts.write({ id, values: { ...begun, pet, ...given }, attempt: null });
  return { id, drafts };
}
