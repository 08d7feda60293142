import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { waitingStatuses } from '#contract/enums.ts';
import {
  type WaitingListEntry,
  waitingListChangedMeanwhileSchema,
  waitingListPageSchema,
} from '#contract/waiting-list.ts';
import { addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

/** The values of an entry. Employees and appointments are numbers; 1 is one that cannot be referred to. */
interface Values {
  from: string;
  until: string | null;
  earliest: number | null;
  latest: number | null;
  durationMinutes: number;
  weekdays: number[];
  employee: number | null;
  status: (typeof waitingStatuses)[number];
  appointment: number | null;
}

const day = fc.constantFrom('2026-03-02', '2026-03-09');
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });
const minutes = fc.constantFrom(0, 540, 570, 1440);
const fields = {
  from: day,
  until: orNull(day),
  earliest: orNull(minutes),
  latest: orNull(minutes),
  durationMinutes: fc.constantFrom(30, 60),
  weekdays: fc.constantFrom<number[][]>([], [1], [5, 1]),
  employee: fc.constantFrom(null, 0, 0, 1),
};
const newEntry = fc.record(fields);
const booked = fc.record({ status: fc.constant('booked' as const), appointment: fc.constantFrom(0, 1, 2) });
const change = fc.oneof(
  { weight: 1, arbitrary: booked },
  {
    weight: 2,
    arbitrary: fc.record(
      { ...fields, status: fc.constantFrom(...waitingStatuses), appointment: fc.constantFrom(null, 0, 1, 2) },
      { requiredKeys: [] },
    ),
  },
);
const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ add: newEntry }) },
  {
    weight: 6,
    arbitrary: fc.record({
      entry: fc.nat({ max: 2 }),
      changes: fc.array(fc.record({ change, isStale: fc.boolean() }), { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ takenBack: fc.constantFrom(0, 2) }) },
);
type Change = Partial<Values>;

const clockOf = (minute: number | null | undefined) =>
  minute == null
    ? minute
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Whether the times of an entry are consistent, as far as they are present. */
function fits({ from, until, earliest, latest, durationMinutes = 1 }: Change): boolean {
  if (from && until && until < from) return false;
  return earliest == null || latest == null || latest - earliest >= durationMinutes;
}

/** The expected entry and status after a change. `gone` are the appointments whose booking was undone. */
function after(
  before: Values,
  given: Change,
  { isSeen, gone }: { isSeen: boolean; gone: ReadonlySet<number> },
): { status: number; entry: Values } {
  const refused = (status: number) => ({ status, entry: before });
  const { status, appointment } = given;
  if (Object.keys(given).length === 0 || !fits(given)) return refused(400);
  if ((status === 'booked') !== (appointment != null)) return refused(400);
  const entry = { ...before, ...given };
  if (status !== undefined && status !== 'booked') entry.appointment = null;
  entry.weekdays = entry.weekdays.toSorted();
  if (JSON.stringify(entry) === JSON.stringify(before)) return refused(200);
  if (!isSeen) return refused(409);
  if (entry.employee === 1 && before.employee !== 1) return refused(400);
  const { appointment: booked } = entry;
  if (booked !== null && booked !== before.appointment && (booked === 1 || gone.has(booked))) return refused(400);
  if (!fits(entry) || (entry.status === 'booked') !== (booked !== null)) return refused(400);
  return { status: 200, entry };
}

describeService('the waiting list', (suite) => {
  test('matches a plain model, whatever two clients do to an entry concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const { database } = suite();
        const practice = await addPractice(database);
        const { companyId } = practice;
        const client = createTestService(database, Date.now()).client(await keyOf(database, practice.vet));
        const book = async () => createdSchema.parse((await client.post('/v1/appointments', bookable(practice))).body);
        const appointments = [await book(), randomUUID(), await book()];
        const employees = [practice.near, practice.retiredVet];
        const bodyOf = ({ earliest, latest, employee, appointment, ...others }: Change) => ({
          ...others,
          earliest: clockOf(earliest),
          latest: clockOf(latest),
          ...(employee !== undefined && { employeeId: employee === null ? null : employees[employee] }),
          ...(appointment !== undefined && { appointmentId: appointment === null ? null : appointments[appointment] }),
        });
        const list = async () =>
          waitingListPageSchema.parse((await client.get('/v1/waiting-list', { companyId })).body).data;
        const gone = new Set<number>();
        let model: { id: string; values: Values }[] = [];
        const isAs = (found: WaitingListEntry | undefined, values: Values) =>
          found !== undefined && JSON.stringify({ ...found, ...bodyOf(values) }) === JSON.stringify(found);

        for (const one of acts) {
          const seen = await list();
          if ('add' in one) {
            const { weekdays, ...given } = one.add;
            const { pet: petId, visitType: visitTypeId, stores } = practice;
            const body = { companyId, storeId: stores[0], petId, visitTypeId, weekdays, ...bodyOf(given) };
            const { status, body: id } = await client.post('/v1/waiting-list', body);
            expect(status).toBe(fits(given) && given.employee !== 1 ? 200 : 400);
            const values = { ...given, weekdays: weekdays.toSorted(), status: 'waiting' as const, appointment: null };
            if (status === 200) model = [...model, { id: createdSchema.parse(id), values }];
          } else if ('takenBack' in one) {
            if (gone.has(one.takenBack)) continue;
            gone.add(one.takenBack);
            const slip = `/v1/appointments/${appointments[one.takenBack]}`;
            const { updatedAt } = appointmentSchema.parse((await client.get(slip, { companyId })).body);
            expect((await client.delete(slip, { companyId, expectedUpdatedAt: updatedAt })).status).toBe(200);
            model = model.map(({ id, values }) =>
              values.appointment === one.takenBack
                ? { id, values: { ...values, status: 'waiting', appointment: null } }
                : { id, values },
            );
          } else {
            const nth = one.entry % Math.max(1, model.length);
            const [entry, present] = [model[nth], seen[nth]];
            if (entry === undefined || present === undefined) continue;
            const answers = await Promise.all(
              one.changes.map(({ change: given, isStale }) =>
                client.patch(`/v1/waiting-list/${entry.id}`, {
                  ...{ companyId, ...bodyOf(given) },
                  expectedUpdatedAt: isStale ? '2026-01-01T00:00Z' : present.updatedAt,
                }),
              ),
            );
            const found = (await list())[nth];
            // The requests ran in some order; the second had not seen the result of the first.
            const outcomes = [one.changes.keys(), [...one.changes.keys()].reverse()].map((order) => {
              let [values, isSeen] = [entry.values, true];
              const statuses: number[] = [];
              for (const place of order) {
                const { change: given, isStale } = one.changes[place]!;
                const result = after(values, given, { isSeen: isSeen && !isStale, gone });
                if (result.entry !== values) isSeen = false;
                [values, statuses[place]] = [result.entry, result.status];
              }
              return { values, statuses };
            });
            const outcome = outcomes.find(
              ({ values, statuses }) =>
                answers.every(({ status }, place) => status === statuses[place]) && isAs(found, values),
            );
            expect(outcome, JSON.stringify({ one, answers, found, outcomes })).toBeDefined();
            for (const { status, body } of answers)
              if (status === 409) expect(waitingListChangedMeanwhileSchema.parse(body).data.current).toBeDefined();
            const values = outcome?.values ?? entry.values;
            // `updatedAt` grows with each change and never otherwise.
            expect((found?.updatedAt ?? '') > present.updatedAt).toBe(values !== entry.values);
            model = model.with(nth, { ...entry, values });
          }
          const now = await list();
          expect(now.map(({ id }) => id)).toEqual(model.map(({ id }) => id));
          expect(model.every(({ values }, nth) => isAs(now[nth], values))).toBe(true);
        }
      }),
      { numRuns: rounds({ few: 25, many: 600 }) },
    );
  });
});
