import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Appointment, appointmentPageSchema, appointmentSchema, createdSchema } from '#contract/appointment.ts';
import {
  appointmentHistoryPageSchema,
  changedMeanwhileSchema,
  type HistoryEntry,
  historyFields,
} from '#contract/appointment-change.ts';
import type { SearchFilter } from '#contract/appointment-search.ts';
import { appointmentStatuses } from '#contract/enums.ts';
import { matchesSearch } from '#testing/appointment-model.ts';
import { addEmployee, addVisitType, bookable, keyOf } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { describeService } from '#testing/suite.ts';

/** An action of one desk in a round: the appointment, and whether it expects the newest version that it has seen or an older one. */
interface Act {
  appointment: number;
  isStale: boolean;
  status: (typeof appointmentStatuses)[number] | undefined;
  hour: number | undefined;
  room: number | undefined;
  employee: number | undefined;
  notes: string | null | undefined;
  visitType: number | undefined;
}

const DESKS = 3;
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const act: fc.Arbitrary<Act> = fc
  .record({
    appointment: fc.nat({ max: 1 }),
    isStale: fc.boolean(),
    status: some(fc.constantFrom(...appointmentStatuses)),
    hour: some(fc.nat({ max: 3 })),
    room: some(fc.nat({ max: 2 })),
    employee: some(fc.nat({ max: 2 })),
    notes: some(fc.constantFrom(null, '', 'shy', 'bites')),
    visitType: some(fc.nat({ max: 1 })),
  })
  .filter(({ appointment: _, isStale: __, ...changes }) => Object.values(changes).some((value) => value !== undefined));
const day = fc.array(fc.array(act, { minLength: 2, maxLength: DESKS }), { minLength: 1, maxLength: 6 });

type HistoryFields = Record<string, string | null>;

/** The part of a record that its history covers. */
function historyFieldsOf(record: Appointment): HistoryFields {
  const { status, start, end, roomId, notes, visitTypeId, checkedInAt, employees } = record;
  return { status, start, end, roomId, notes, visitTypeId, checkedInAt, employeeId: employees[0]?.id ?? null };
}

/**
 * The state of an appointment after each entry of its history, by the instant of the entry. Every `from` must equal the state
 * before it.
 */
function replay(history: readonly HistoryEntry[]): Map<string, HistoryFields> {
  const versions = new Map<string, HistoryFields>();
  let values: HistoryFields = Object.fromEntries(historyFields.map((field) => [field, null]));
  for (const { at, changes } of [...history].reverse()) {
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ from }) => from)).toEqual(changes.map(({ field }) => values[field]));
    for (const { from, to } of changes) expect(to).not.toBe(from);
    values = { ...values, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
    versions.set(at, values);
  }
  return versions;
}

const modelRow = (record: Appointment) => ({
  ...record,
  employeeIds: record.employees.map(({ id }) => id),
  raw: null,
});

describeService('concurrent changes to the same appointments', (suite) => {
  test('one change wins each version, the others receive it, and the history leads to the record', async () => {
    const { practice, database, service, client } = suite();
    const { companyId, stores, vet, near } = practice;
    const nurse = await addEmployee(database, { companyId, storeIds: stores });
    const staff = [vet, near, nurse];
    const keys = await Promise.all(staff.map((employee) => keyOf(database, employee)));
    const desks = keys.map((key) => service.client(key));
    const rooms = [...practice.rooms[0], null];
    const employees = [vet, near, null];
    const dental = randomUUID();
    await addVisitType(database, { companyId, id: dental, name: 'Dental' });
    const visitTypes = [practice.visitType, dental];

    async function readOne(id: string): Promise<Appointment> {
      return appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body);
    }

    function bodyOf({ status, hour, room, employee, notes, visitType }: Act) {
      const at = (minutes: string) => `2026-03-02T1${hour}:${minutes}:00.000Z`;
      return {
        status,
        notes,
        ...(hour === undefined ? {} : { start: at('00'), end: at('30') }),
        roomId: room === undefined ? undefined : rooms[room],
        employeeId: employee === undefined ? undefined : employees[employee],
        visitTypeId: visitType === undefined ? undefined : visitTypes[visitType],
      };
    }

    const filters: SearchFilter[] = [
      { status: { eq: 'confirmed' } },
      { status: { eq: 'completed' }, roomId: { isNull: true } },
      { roomId: { eq: practice.rooms[0][1] } },
      { employeeId: { in: [near, nurse] } },
      { start: { gte: '2026-03-02T11:00Z' } },
      { checkedInAt: { isNull: false }, title: { eq: 'Rex – Check-up' } },
      { visitTypeId: { eq: dental } },
    ];

    /** The total that the API reports for each filter, and the number of records that match it. */
    async function totals(): Promise<[said: number, found: number][]> {
      const search = async (filter: SearchFilter, limit: number) => {
        const answer = await client.post('/v1/appointments/search', { companyId, filter, limit });
        return appointmentPageSchema.parse(answer.body);
      };
      const rows = (await search({}, 500)).data.map((item) => modelRow(appointmentSchema.parse(item)));
      return Promise.all(
        filters.map(async (filter) => [
          (await search(filter, 1)).totalCount,
          rows.filter((row) => matchesSearch(row, { storeIds: stores, filter })).length,
        ]),
      );
    }

    await fc.assert(
      fc.asyncProperty(day, async (acts) => {
        const booked = await Promise.all([0, 1].map(() => client.post('/v1/appointments', bookable(practice))));
        const ids = booked.map(({ body }) => createdSchema.parse(body));
        const seen = await Promise.all(ids.map(readOne));
        const first = [...seen];
        /**
         * Each successful change: its author, the appointment, the expected version, and the version in the
         * response.
         */
        const successes: { id: string; by: string; expected: string; result: string }[] = [];
        const seenVersions: Appointment[] = [];

        for (const together of acts) {
          const since = new Date(service.clock.now()).toISOString();
          const before = [...seen];
          await Promise.all(
            together.map(async (wish, desk) => {
              const wanted = bodyOf(wish);
              const version = (wish.isStale ? first : before)[wish.appointment];
              const { id = '', updatedAt = '' } = version ?? {};
              const body = { companyId, expectedUpdatedAt: updatedAt, ...wanted };
              const answer = await desks[desk]?.patch(`/v1/appointments/${id}`, body);
              if (answer?.status === 409) {
                const { current } = changedMeanwhileSchema.parse(answer.body).data;
                expect(current?.updatedAt).not.toBe(updatedAt);
                seenVersions.push(appointmentSchema.parse(current));
                return;
              }
              expect(answer?.status).toBe(200);
              const record = appointmentSchema.parse(answer?.body);
              const { employeeId, ...fields } = JSON.parse(JSON.stringify(wanted));
              expect(record).toMatchObject(fields);
              if (employeeId !== undefined) expect(historyFieldsOf(record)['employeeId']).toBe(employeeId);
              seenVersions.push(record);
              successes.push({ id, by: staff[desk] ?? '', expected: updatedAt, result: record.updatedAt });
            }),
          );
          for (const [index, id] of ids.entries()) seen[index] = await readOne(id);
          const polled = appointmentPageSchema.parse(
            (await client.get('/v1/appointments', { companyId, updatedSince: since, limit: '500' })).body,
          );
          const changed = seen.filter(({ updatedAt }, index) => updatedAt !== before[index]?.updatedAt);
          expect(polled.data).toEqual(expect.arrayContaining(changed));
          for (const [reported, found] of await totals()) expect(reported).toBe(found);
        }

        for (const record of seen) {
          const { id } = record;
          const answer = await client.get(`/v1/appointments/${id}/history`, { companyId, limit: '500' });
          const { data } = appointmentHistoryPageSchema.parse(answer.body);
          const instants = data.map(({ at }) => at);
          expect(instants).toEqual([...new Set(instants)].sort().reverse());
          const versions = replay(data);
          expect([instants[0], versions.get(record.updatedAt)]).toEqual([record.updatedAt, historyFieldsOf(record)]);
          // Every version that was shown to a desk is in the history.
          for (const one of seenVersions.filter((other) => other.id === id)) {
            expect(versions.get(one.updatedAt)).toEqual(historyFieldsOf(one));
          }
          // Every change was made by one desk that expected the version right before it and got it in the response.
          for (const [index, entry] of data.slice(0, -1).entries()) {
            const theirs = successes.filter(
              (one) => one.id === id && one.result === entry.at && one.by === entry.employeeId,
            );
            expect(theirs.map(({ expected }) => expected)).toContain(instants[index + 1]);
          }
        }
      }),
      { numRuns: rounds({ few: 5, many: 150 }) },
    );
  }, 120_000);

  test('exactly one of many changes with the same expected version succeeds', async () => {
    const { practice, client } = suite();
    const { companyId } = practice;
    const id = createdSchema.parse((await client.post('/v1/appointments', bookable(practice))).body);
    for (let round = 0; round < 5; round += 1) {
      const { updatedAt } = appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, desk) =>
          client.patch(`/v1/appointments/${id}`, {
            companyId,
            expectedUpdatedAt: updatedAt,
            notes: `round ${round}, desk ${desk}`,
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array(11).fill(409)]);
      const won = appointmentSchema.parse(answers.find(({ status }) => status === 200)?.body);
      for (const { status, body } of answers) {
        if (status === 409) expect(changedMeanwhileSchema.parse(body).data.current).toEqual(won);
      }
    }
  });
});
