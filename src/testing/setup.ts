import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { OnboardingRequest } from '#contract/desk-endpoints.ts';
import type { PracticeSetup } from '#contract/practice-setup.ts';
import type { Database } from '#service/db/database.ts';
import { writePractice } from '#service/db/write-practice.ts';
import { createDemoPractice } from '#service/demo/demo-practice.ts';

/** A practice to set up: one room, one visit type, a manager and a vet. */
export const practiceSetup: PracticeSetup = {
  name: 'Elm Vets',
  store: { name: 'Elm', timeZone: 'Europe/Paris', openingHours: [], rooms: [{ name: 'Consult 1', categories: [] }] },
  visitTypes: [{ name: 'Consultation', durationMinutes: 20, category: 'consult' }],
  people: [
    { firstName: 'Ada', lastName: 'Okafor', role: 'manager', may: 'manage' },
    { firstName: 'Kim', lastName: 'Lee', role: 'vet', may: 'book' },
  ],
};

/** The body that sets it up, once for each id. */
export function setup(code: string, changes: Partial<OnboardingRequest> = {}): OnboardingRequest {
  return { id: randomUUID(), code, practice: practiceSetup, demo: 'remove', ...changes };
}

/** Adds the demo practice, without clients, pets and appointments. */
export async function addDemoCompany({ db }: Database): Promise<void> {
  const demo = createDemoPractice(1, Temporal.PlainDate.from('2026-11-20'));
  await db.transaction((tx) => writePractice(tx, { ...demo, clients: [], pets: [] }));
}
