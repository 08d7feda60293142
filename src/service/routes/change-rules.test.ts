import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentSchema } from '#contract/appointment.ts';
import { applyChange, initialCheckInTime, occupies, withVisitType } from '#contract/appointment-rules.ts';
import { appointmentStatuses } from '#contract/enums.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { addAppointments, addEmployee, addVisitType, appointmentIn, bookable } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { describeService } from '#testing/suite.ts';

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const status = fc.constantFrom(...appointmentStatuses);
const hour = (min: number, max: number) =>
  fc.integer({ min, max }).map((of) => `2026-03-02T${String(of).padStart(2, '0')}:00:00.000Z`);

describeService('the rules of an appointment', (suite) => {
  test('the app’s preview of a change equals the response', async () => {
    const { practice, database, client } = suite();
    const { companyId, stores, vet, near, rooms } = practice;
    const dental = { id: randomUUID(), name: 'Dental' };
    const checkUp = { id: practice.visitType, name: 'Check-up' };
    await addVisitType(database, { companyId, ...dental });
    const nurse = await addEmployee(database, { companyId, storeIds: stores });
    const employee = fc.constantFrom(vet, near, nurse);
    const room = fc.constantFrom(null, ...rooms[0]);
    const notes = fc.constantFrom(null, '', 'shy', 'bites');
    // Migrated appointments have no main employee or several, and any check-in time.
    const record = fc.record({
      status,
      start: hour(9, 11),
      end: hour(12, 14),
      roomId: room,
      notes,
      title: fc.constantFrom('Rex – Check-up', 'Rex – Dental', 'Rex'),
      visitType: fc.constantFrom(dental, checkUp, null),
      location: fc.constantFrom(null, 'Barn'),
      checkedInAt: fc.option(hour(8, 9)),
      employees: fc.uniqueArray(fc.record({ id: employee, isMainEmployee: fc.boolean() }), {
        selector: ({ id }) => id,
      }),
    });
    const change = fc
      .record({
        status: some(status),
        start: some(hour(8, 11)),
        end: some(hour(12, 15)),
        roomId: some(room),
        employeeId: some(fc.option(employee)),
        notes: some(notes),
        visitTypeId: some(fc.constantFrom(dental.id, checkUp.id)),
      })
      .filter((change) => Object.values(change).some((value) => value !== undefined));

    const read = async (id: string) => {
      const { body } = await client.get(`/v1/appointments/${id}`, { companyId });
      return receivedAppointmentSchema.parse(appointmentSchema.parse(body));
    };
    await fc.assert(
      fc.asyncProperty(record, change, async ({ visitType, employees, ...given }, change) => {
        const id = randomUUID();
        const written = '2026-02-01T12:00:00.000Z';
        const stored = appointmentIn(practice, {
          ...{ id, ...given },
          ...{ visitTypeId: visitType?.id ?? null, visitTypeName: visitType?.name ?? null },
          employeeIds: employees.map((one) => one.id),
          mainEmployeeIds: employees.flatMap((one) => (one.isMainEmployee ? [one.id] : [])),
        });
        await addAppointments(database, practice, [stored]);
        const before = await read(id);
        const body = { companyId, expectedUpdatedAt: written, ...change };
        const answer = await client.patch(`/v1/appointments/${id}`, body);
        const after = receivedAppointmentSchema.parse(answer.body);
        const applied = applyChange(before, change, after.updatedAt ?? '');
        const next = [dental, checkUp].find(({ id }) => id === applied.visitTypeId && id !== before.visitTypeId);
        const preview = next ? withVisitType(applied, { ...next, category: 'consult' }, 'Rex') : applied;
        expect(after.updatedAt === written).toBe(preview === before);
        expect({ ...preview, updatedAt: after.updatedAt }).toEqual(after);
        expect(await read(id)).toEqual(after);
      }),
      { numRuns: rounds({ few: 50, many: 2_000 }) },
    );
  }, 120_000);

  test.each(appointmentStatuses)('a create as %s has the check-in and the occupied room of its status', async (of) => {
    const { practice, client } = suite();
    const { companyId, rooms } = practice;
    const date = `2026-03-${10 + appointmentStatuses.indexOf(of)}`;
    const input = { ...bookable(practice), start: `${date}T09:00Z`, end: `${date}T10:00Z`, status: of };
    const book = async () => {
      const created = await client.post('/v1/appointments', input);
      const { body } = await client.get(`/v1/appointments/${String(created.body)}`, { companyId });
      return appointmentSchema.parse(body);
    };
    const [first, second] = [await book(), await book()];
    expect(first.checkedInAt).toBe(initialCheckInTime(of, first.createdAt));
    expect([first.roomId, second.roomId]).toEqual([rooms[0][0], occupies(first) ? rooms[0][1] : rooms[0][0]]);
  });
});
