import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FreeTime, freeTimesPageSchema } from '#contract/free-times.ts';
import type { BookableStore } from '#scheduling/bookable.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { appointmentTypes, availability, employees, onlineRequests, rooms, stores } from '#service/db/schema.ts';
import { nameKeysOf } from '#service/domain/search-words.ts';
import { HOUR, MINUTE, QUARTER } from '#testing/bookable-store.ts';
import { createFreeTimeModel, freeTimeScene, heldScene, SOUGHT } from '#testing/free-time-model.ts';
import { addAppointments, addPractice, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService, pagesOf } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const query = fc.record({
  scene: freeTimeScene,
  requests: heldScene,
  step: fc.constantFrom(5, 15, 20, 25, 60),
  hours: fc.integer({ min: 1, max: 30 }),
  /** When it is asked, in quarters of an hour after the start that is asked for. */
  later: fc.constantFrom(-96, -1, 0, 3),
  limit: fc.integer({ min: 5, max: 40 }),
});

/** Writes the records of a scene into a company of its own, with ids in place of names. */
async function storeScene(database: Database, model: ReturnType<typeof createFreeTimeModel>, now: number) {
  const { db } = database;
  const practice = await addPractice(database);
  const { companyId } = practice;
  const key = await keyOf(database, practice.vet);
  // Nobody but the vets of the scene counts.
  await db.update(employees).set({ role: 'receptionist' }).where(eq(employees.companyId, companyId));
  await db.delete(rooms).where(eq(rooms.companyId, companyId));
  const ids = new Map([
    ['north', practice.stores[0]],
    ['south', practice.stores[1]],
    [SOUGHT.petId, practice.pet],
  ]);
  const idOf = (name: string) => ids.get(name) ?? deriveUuid(`${companyId} ${name}`);
  const idOrNull = (name: string | null) => (name === null ? null : idOf(name));
  for (const { id, timeZone, openingHours, rooms: own } of [model.there, model.south] satisfies BookableStore[]) {
    await db
      .update(stores)
      .set({ timeZone, openingHours })
      .where(eq(stores.id, idOf(id)));
    if (own.length > 0)
      await db.insert(rooms).values(
        own.map(({ id: room, name, categories }, position) => ({
          ...{ companyId, id: idOf(room), storeId: idOf(id), name, position, categories: [...categories] },
        })),
      );
  }
  await db.insert(employees).values(
    model.vets.map(({ id, name, role, storeIds }) => ({
      ...{ companyId, id: idOf(id), firstName: name, lastName: '', role, permissions: [], ...nameKeysOf(name) },
      storeIds: (storeIds ?? []).map(idOf),
    })),
  );
  await addAppointments(
    database,
    practice,
    model.appointments.map((one) =>
      appointmentIn(practice, {
        ...{ start: one.start, end: one.end, status: one.status, visitTypeCategory: one.visitTypeCategory },
        ...{ storeId: idOf(one.storeId ?? ''), petId: idOrNull(one.petId), roomId: idOrNull(one.roomId) },
        employeeIds: one.employees.map(({ id }) => idOf(id)),
      }),
    ),
  );
  const moment = '2026-01-01T00:00:00.000Z';
  if (model.plan.length > 0)
    await db.insert(availability).values(
      model.plan.map((entry) => ({
        ...{ companyId, id: idOf(entry.id), kind: entry.kind, start: entry.start, end: entry.end },
        ...{ storeId: idOrNull(entry.storeId), employeeId: idOrNull(entry.employeeId) },
        ...{ roomId: idOrNull(entry.roomId), createdAt: moment, updatedAt: moment },
      })),
    );
  const categories = [...new Set(model.held.map(({ visitTypeCategory }) => visitTypeCategory))];
  if (categories.length > 0) {
    await db.insert(appointmentTypes).values(
      categories.map((category) => ({
        ...{ companyId, id: idOf(category), name: category, category, durationMinutes: 20, ...nameKeysOf(category) },
      })),
    );
    const written = new Date(now - HOUR).toISOString();
    await db.insert(onlineRequests).values(
      model.held.map(({ id, name, storeId, visitTypeCategory, start, end }) => ({
        ...{ companyId, id: idOf(id), storeId: idOf(storeId), visitTypeId: idOf(visitTypeCategory), petName: name },
        ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString(), status: 'open' as const },
        ...{ firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com', phone: '555 010 1234', species: 'Dog' },
        ...{ language: 'en' as const, createdAt: written, updatedAt: written },
      })),
    );
  }
  return { practice, key, idOf };
}

describeService('free times', (suite) => {
  test('are exactly the multiples of the step from the opening without obstacles in any minute', async () => {
    const { database } = suite();
    await fc.assert(
      fc.asyncProperty(query, async ({ scene, requests, step, hours, later, limit }) => {
        const { start: midnight } = dayInterval(scene.zone, scene.day);
        const start = midnight + scene.from * QUARTER;
        const end = start + hours * HOUR;
        const now = start + later * QUARTER;
        // A request expires an hour before its start.
        const isOpen = ({ time }: (typeof requests)[number]) => midnight + time.quarter * QUARTER - HOUR > now;
        const model = createFreeTimeModel({ ...scene, requests: requests.filter(isOpen) });
        const all = createFreeTimeModel({ ...scene, requests });
        const { practice, key, idOf } = await storeScene(database, { ...model, held: all.held }, now);
        const service = createTestService(database, now);
        service.clock.free = false;
        const list = async (cursor: string) => {
          const answer = await service.client(key).get('/v1/free-times', {
            ...{ companyId: practice.companyId, storeIds: idOf('north'), visitTypeId: practice.visitType },
            ...{ petId: practice.pet, durationMinutes: String(scene.minutes), step: String(step) },
            ...(scene.chosen && { employeeId: idOf(SOUGHT.vetId) }),
            ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
            ...{ limit: String(limit), cursor },
          });
          return freeTimesPageSchema.parse(answer.body);
        };
        const expected = model
          .startsFromOpening(step * MINUTE, { start: Math.max(start, now), end })
          .flatMap((one): FreeTime[] => {
            const free = model.freeAt(one);
            if (free === null) return [];
            const [from, until] = [one, one + model.length].map((instant) => new Date(instant).toISOString());
            const choices = { employeeIds: free.employeeIds.map(idOf), roomIds: free.roomIds.map(idOf) };
            return [{ start: from ?? '', end: until ?? '', storeId: idOf('north'), ...choices }];
          });
        const found: FreeTime[] = [];
        for await (const { data, totalCount } of pagesOf(list)) {
          expect(totalCount).toBe(expected.length);
          found.push(...data);
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: rounds({ few: 8, ci: 12, many: 500 }) },
    );
  });
});
