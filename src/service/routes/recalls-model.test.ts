import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentTypePageSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { appointmentStatuses, recallStatuses, settableRecallStatuses } from '#contract/enums.ts';
import { type Recall, recallChangedMeanwhileSchema, recallPageSchema } from '#contract/recalls.ts';
import { deriveImportedId } from '#service/db/practice-import/import-run.ts';
import { sendLines, visitLine } from '#testing/import-lines.ts';
import { addClient, addPet, addPractice, addVisitType, bookable, keyOf } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

/** The zones of the two stores: in one most starts below are on another date than in UTC. */
const zones = ['Europe/Amsterdam', 'Pacific/Kiritimati'];
/** Around the ends of months, a leap day, changes of clocks, and days before and after the tests begin. */
const starts = [
  ...['2024-02-29T12:00Z', '2025-03-01T23:30Z', '2025-08-31T09:00Z', '2025-12-31T11:00Z', '2026-01-30T09:00Z'],
  ...['2026-01-31T10:30Z', '2026-03-02T07:00Z', '2026-03-02T12:00Z', '2026-03-28T23:30Z', '2026-03-29T22:30Z'],
  ...['2026-05-31T21:59Z', '2026-05-31T22:00Z', '2026-10-25T00:30Z'],
];

const two = fc.nat({ max: 1 });
const nth = fc.nat({ max: 20 });
const type = fc.constantFrom(0, 0, 0, 1, 2);
const start = fc.constantFrom(...starts);
const status = fc.oneof(fc.constant('completed' as const), fc.constantFrom(...appointmentStatuses));
const dueOn = fc.constantFrom('2026-01-31', '2026-03-02', '2026-04-01', '2027-03-02');
const visit = { pet: two, type, store: two, start };
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ book: fc.record(visit) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      appointment: nth,
      change: fc.oneof(
        { weight: 4, arbitrary: fc.record({ status }) },
        { weight: 1, arbitrary: fc.record({ type }) },
        { weight: 1, arbitrary: fc.record({ start }) },
        { weight: 1, arbitrary: fc.record({ status, type }) },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      imported: fc.uniqueArray(fc.record({ key: fc.nat({ max: 3 }), status, ...visit }), {
        ...{ minLength: 1, maxLength: 3 },
        selector: ({ key }) => key,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      pet: two,
      becomes: fc.constantFrom(
        ...[{ deceasedOn: '2026-03-01' }, { deceasedOn: null }, { isActive: false }, { isActive: true }, { client: 0 }],
        { client: 1 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type,
      becomes: fc.constantFrom({ recallMonths: null }, { recallMonths: 6 }, { isActive: false }, { isActive: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ due: fc.record({ pet: two, type, dueOn }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      recall: nth,
      isStale: fc.boolean(),
      change: fc.record(
        {
          dueOn,
          snoozedUntil: fc.constantFrom(null, '2026-04-01'),
          status: fc.constantFrom(...settableRecallStatuses),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(3, 24 * 27, 24 * 90) }) },
);

interface Visit {
  pet: string;
  type: string;
  store: string;
  start: string;
  status: string;
  /** Whether it counts no more: it was completed before, and made a recall if there was one to make. */
  hasCounted: boolean;
}
interface DueAgain {
  pet: string;
  type: string;
  dueOn: string;
  status: 'due' | 'done' | 'declined';
  snoozedUntil: string | null;
  /** The appointment that made it. */
  madeBy: string | null;
}

const dateAt = (zone: string, instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate();

describeService('recalls', (suite) => {
  test('match a plain model of the lives of pets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 30, size: 'max' }), async (acts) => {
        const { database } = suite();
        const practice = await addPractice(database);
        const { companyId, stores } = practice;
        const service = createTestService(database);
        const client = service.client(await keyOf(database, practice.vet));
        const [clients, petIds] = [
          [practice.client, randomUUID()],
          [practice.pet, randomUUID()],
        ];
        await addClient(database, { companyId, id: clients[1] ?? '', firstName: 'Bo', lastName: 'Li' });
        await addPet(database, {
          companyId,
          id: petIds[1] ?? '',
          clientId: clients[0] ?? '',
          name: 'Mia',
          owner: 'Ann Smith',
        });
        const typeIds = [practice.visitType, randomUUID(), randomUUID()];
        for (const [nth, id] of typeIds.entries())
          if (nth > 0) await addVisitType(database, { companyId, id, name: `Type ${nth}` });
        for (const [nth, zone] of zones.entries())
          await database.sql`update stores set time_zone = ${zone} where company_id = ${companyId}::uuid and id = ${stores[nth] ?? ''}::uuid`;

        const pets = new Map(petIds.map((id) => [id, { client: clients[0], isAlive: true, isActive: true }]));
        const months = [12, 1, null];
        const types = new Map(typeIds.map((id, nth) => [id, { months: months[nth] ?? null, isActive: true }]));
        const visits = new Map<string, Visit>();
        const recalls = new Map<string, DueAgain>();
        const zoneOf = (store: string) => zones[stores.indexOf(store)] ?? '';
        const isGone = (pet: string) => !(pets.get(pet)?.isAlive && pets.get(pet)?.isActive);
        const openOf = ({ pet, type }: Pick<DueAgain, 'pet' | 'type'>) =>
          [...recalls].find(([, one]) => one.status === 'due' && one.pet === pet && one.type === type);
        const bookedBy = ({ pet, type }: DueAgain) =>
          [...visits]
            .filter(([, one]) => one.pet === pet && one.type === type)
            .filter(([, one]) => !['cancelled', 'no_show', 'completed'].includes(one.status))
            .filter(([, one]) => {
              const now = new Date(service.clock.now()).toISOString();
              return (
                Temporal.PlainDate.compare(dateAt(zoneOf(one.store), one.start), dateAt(zoneOf(one.store), now)) >= 0
              );
            })
            .toSorted(([a, one], [b, other]) => (`${one.start}${a}` < `${other.start}${b}` ? -1 : 1))[0]?.[0] ?? null;

        const setType = async (id: string, change: object) => {
          const answer = await client.patch(`/v1/appointment-types/${id}`, { companyId, ...change });
          expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
        };
        for (const [id, type] of types) if (type.months !== null) await setType(id, { recallMonths: type.months });
        const list = async (query: Record<string, string> = {}) =>
          recallPageSchema.parse((await client.get('/v1/recalls', { companyId, limit: '500', ...query })).body).data;
        const versions = new Map<string, string>();

        const complete = (id: string, one: Visit) => {
          const open = openOf(one)?.[1];
          const maker = open?.madeBy == null ? undefined : visits.get(open.madeBy);
          const isLate = maker !== undefined && maker.start > one.start;
          if (open !== undefined && !isLate) open.status = 'done';
          const type = types.get(one.type);
          if (type?.months == null || !type.isActive || isGone(one.pet)) return;
          one.hasCounted = true;
          recalls.set(`by ${id}`, {
            ...{ pet: one.pet, type: one.type, status: isLate ? 'done' : 'due', snoozedUntil: null, madeBy: id },
            dueOn: dateAt(zoneOf(one.store), one.start).add({ months: type.months }).toString(),
          });
        };
        /**
         * Reads appointments that were written, and does what follows: new ones are written first, and the earliest count
         * first.
         */
        const observe = async (ids: readonly string[]) => {
          const read = await Promise.all(
            ids.map(async (id) =>
              appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body),
            ),
          );
          const isNew = ({ id }: { id: string }) => !visits.has(id);
          const groups = [read.filter(isNew), read.filter((one) => !isNew(one))];
          for (const group of groups) {
            const written = group.map(({ id, petId, visitTypeId, storeId, ...one }) => {
              const before = visits.get(id);
              const hasCounted = before?.hasCounted || (before?.status === 'completed' && one.status !== 'completed');
              const now: Visit = {
                ...{ pet: petId ?? '', type: visitTypeId ?? '', store: storeId, start: one.start, status: one.status },
                hasCounted: hasCounted ?? false,
              };
              visits.set(id, now);
              return { id, now, isCompleted: one.status === 'completed' && before?.status !== 'completed' };
            });
            const rank = ({ id, now }: (typeof written)[number]) => `${now.start}${id}`;
            for (const { id, now, isCompleted } of written.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)))
              if (isCompleted && !now.hasCounted) complete(id, now);
          }
        };

        for (const one of acts) {
          if ('book' in one) {
            const { pet, type, store, start: at } = one.book;
            const answer = await client.post('/v1/appointments', {
              ...{ ...bookable(practice), storeIds: [stores[store]], petId: petIds[pet], visitTypeId: typeIds[type] },
              ...{ start: at, end: Temporal.Instant.from(at).add({ minutes: 20 }).toString() },
            });
            if (answer.status === 200) await observe([createdSchema.parse(answer.body)]);
            else expect(types.get(typeIds[type] ?? '')?.isActive).toBe(false);
          } else if ('appointment' in one) {
            const [id] = [...visits.keys()].slice(one.appointment % Math.max(1, visits.size));
            if (id === undefined) continue;
            const { type, start: at, ...others } = { type: undefined, start: undefined, ...one.change };
            const { updatedAt } = appointmentSchema.parse(
              (await client.get(`/v1/appointments/${id}`, { companyId })).body,
            );
            const answer = await client.patch(`/v1/appointments/${id}`, {
              ...{ companyId, expectedUpdatedAt: updatedAt, ...others },
              ...(type !== undefined && { visitTypeId: typeIds[type] }),
              ...(at !== undefined && { start: at, end: Temporal.Instant.from(at).add({ minutes: 20 }).toString() }),
            });
            if (answer.status !== 200) expect(types.get(typeIds[type ?? 0] ?? '')?.isActive).toBe(false);
            await observe([id]);
          } else if ('imported' in one) {
            const lines = one.imported.map(({ key, pet, type, store, start: at, status: given }) =>
              visitLine(String(key), stores[store] ?? '', {
                ...{ pet: { id: petIds[pet] ?? '' }, visitType: { id: typeIds[type] ?? '' }, status: given },
                ...{ start: at, end: Temporal.Instant.from(at).add({ minutes: 20 }).toString() },
              }),
            );
            await sendLines(client, companyId, lines);
            const scope = { companyId, source: 'Old system' };
            await observe(lines.map(({ key }) => deriveImportedId(scope, 'appointment', key)));
          } else if ('pet' in one) {
            const id = petIds[one.pet] ?? '';
            const pet = pets.get(id);
            if (pet === undefined) continue;
            const { updatedAt } = petSchema.parse((await client.get(`/v1/pets/${id}`, { companyId })).body);
            const { becomes } = one;
            const change = 'client' in becomes ? { clientId: clients[becomes.client] } : becomes;
            const answer = await client.patch(`/v1/pets/${id}`, { companyId, expectedUpdatedAt: updatedAt, ...change });
            expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
            if ('client' in becomes) pet.client = clients[becomes.client];
            else if ('isActive' in becomes) pet.isActive = becomes.isActive;
            else pet.isAlive = becomes.deceasedOn === null;
          } else if ('becomes' in one) {
            const id = typeIds[one.type] ?? '';
            const type = types.get(id);
            if (type === undefined) continue;
            await setType(id, one.becomes);
            if ('isActive' in one.becomes) type.isActive = one.becomes.isActive;
            else type.months = one.becomes.recallMonths;
          } else if ('due' in one) {
            const [pet, type] = [petIds[one.due.pet] ?? '', typeIds[one.due.type] ?? ''];
            const given = { companyId, petId: pet, visitTypeId: type, dueOn: one.due.dueOn };
            const answer = await client.post('/v1/recalls', given);
            if (isGone(pet) || !types.get(type)?.isActive) expect(answer.status).toBe(400);
            else if (openOf({ pet, type })) expect(answer.status).toBe(409);
            else
              recalls.set(createdSchema.parse(answer.body), {
                ...{ pet, type, dueOn: one.due.dueOn, status: 'due', snoozedUntil: null, madeBy: null },
              });
          } else if ('recall' in one) {
            const [key] = [...recalls.keys()].slice(one.recall % Math.max(1, recalls.size));
            const recall = recalls.get(key ?? '');
            if (key === undefined || recall === undefined) continue;
            const maker = recall.madeBy;
            const [row] = await database.sql<{ id: string }[]>`
              select id from recalls where company_id = ${companyId}::uuid and (id::text = ${key} or made_by = ${maker}::uuid)`;
            const id = row?.id ?? '';
            const expectedUpdatedAt = one.isStale ? '2026-01-01T00:00Z' : (versions.get(id) ?? '2026-01-01T00:00Z');
            const answer = await client.patch(`/v1/recalls/${id}`, { companyId, expectedUpdatedAt, ...one.change });
            const after = { ...recall, ...one.change };
            const isSame = JSON.stringify(after) === JSON.stringify(recall);
            if (Object.keys(one.change).length === 0) expect(answer.status).toBe(400);
            else if (isGone(recall.pet)) expect(answer.status).toBe(404);
            else if (isSame) expect(answer).toMatchObject({ status: 200, body: { updatedAt: versions.get(id) } });
            else if (one.isStale) expect(answer).toMatchObject({ status: 409, body: { message: 'changed_meanwhile' } });
            else if (after.status === 'due' && recall.status !== 'due' && openOf(recall)) {
              expect(answer).toMatchObject({ status: 409, body: { message: 'already_due' } });
              expect(recallChangedMeanwhileSchema.parse(answer.body).data.current?.petId).toBe(recall.pet);
            } else {
              expect(answer.status).toBe(200);
              recalls.set(key, after);
            }
          } else service.clock.pass(one.hours * 3_600_000);

          const rows = await database.sql<{ id: string; key: string }[]>`
            select id, coalesce('by ' || made_by::text, id::text) as key from recalls where company_id = ${companyId}::uuid`;
          const idByKey = new Map(rows.map(({ id, key }) => [key, id]));
          // A booking ends with its day, and the clock moves on with each request, so this is computed after the request.
          const expectedNow = () =>
            [...recalls]
              .filter(([, { pet }]) => !isGone(pet))
              .map(([key, recall]) => {
                const appointmentId = recall.status === 'due' ? bookedBy(recall) : null;
                return {
                  ...{ id: idByKey.get(key) ?? key, petId: recall.pet, clientId: pets.get(recall.pet)?.client },
                  ...{
                    visitTypeId: recall.type,
                    dueOn: recall.dueOn,
                    snoozedUntil: recall.snoozedUntil,
                    appointmentId,
                  },
                  status: appointmentId === null ? recall.status : 'booked',
                };
              })
              .toSorted((a, b) => (`${a.dueOn}${a.id}` < `${b.dueOn}${b.id}` ? -1 : 1));
          const listed = await list();
          const shown = ({ companyId: _, attempts, createdAt, updatedAt, ...fields }: Recall) => fields;
          expect(listed.map(shown)).toEqual(expectedNow());
          // The filter by status agrees with the whole; one status after another is asked for.
          const wanted = recallStatuses[rows.length % recallStatuses.length] ?? 'due';
          const recallsWithStatus = await list({ status: wanted });
          expect(recallsWithStatus.map(shown)).toEqual(expectedNow().filter((recall) => recall.status === wanted));
          for (const { id, updatedAt } of listed) versions.set(id, updatedAt);
        }
        const visible = appointmentTypePageSchema.parse(
          (await client.get('/v1/appointment-types', { companyId })).body,
        ).data;
        for (const [id, { months: expectedMonths }] of types)
          expect(visible.find((type) => type.id === id)).toMatchObject({ recallMonths: expectedMonths });
      }),
      { numRuns: rounds({ few: 15, ci: 60, many: 600 }) },
    );
  });
});
