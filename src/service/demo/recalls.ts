import { deriveUuid } from '#service/db/column-types.ts';
import type { recallAttempts, recalls } from '#service/db/schema.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import type { DemoPeriod } from './demo-practice.ts';
import { practicePlan } from './practice-plan.ts';

const DAY_MS = 86_400_000;

/**
 * The pets that are due again about now, with the calls to the clients of two of them. One recall is snoozed. `visits` has the
 * pets and visit types of all appointments (`petId visitTypeId`). A pet gets no recall for a type for which it has an
 * appointment, because the appointment determines whether and when it is due.
 */
export function createDemoRecalls(
  { company, employees, types, clients, pets }: PracticeRecords,
  { today, recordedUntil }: DemoPeriod,
  visits: ReadonlySet<string>,
): { recalls: (typeof recalls.$inferInsert)[]; attempts: (typeof recallAttempts.$inferInsert)[] } {
  const receptionist = employees.find(({ role }) => role === 'receptionist');
  const phones = new Map(clients.map(({ id, phone }) => [id, phone]));
  const companyId = company.id;
  const rows = practicePlan.recalls.flatMap((row, nth) => {
    const type = types.find(({ name }) => name === row.type);
    const dueOn = today.add({ days: row.days });
    const createdAt = dueOn
      .subtract({ months: type?.recallMonths ?? 0 })
      .toZonedDateTime('UTC')
      .toInstant()
      .toString();
    const pet = pets.filter(
      ({ id, clientId, species, isActive, createdAt: since }) =>
        isActive &&
        species === row.species &&
        since < createdAt &&
        phones.get(clientId) &&
        !visits.has(`${id} ${type?.id}`),
    )[30 + 5 * nth];
    if (type === undefined || pet === undefined) return [];
    const id = deriveUuid([companyId, 'recall', nth].join('/'));
    const calledAt =
      row.calledDaysAgo === null ? null : new Date(recordedUntil - (row.calledDaysAgo + 0.1) * DAY_MS).toISOString();
    const snoozedUntil = row.snoozedDays === null ? null : today.add({ days: row.snoozedDays }).toString();
    return {
      recall: {
        ...{ companyId, id, petId: pet.id, visitTypeId: type.id, dueOn: dueOn.toString(), status: 'due' as const },
        ...{ snoozedUntil, createdAt, updatedAt: (snoozedUntil && calledAt) ?? createdAt },
      },
      attempts:
        calledAt === null || receptionist === undefined
          ? []
          : [
              {
                companyId,
                id: deriveUuid(`${id}/call`),
                recallId: id,
                at: calledAt,
                employeeId: receptionist.id,
                how: 'call' as const,
              },
            ],
    };
  });
  return { recalls: rows.map(({ recall }) => recall), attempts: rows.flatMap(({ attempts }) => attempts) };
}
