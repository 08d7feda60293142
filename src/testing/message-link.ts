import { randomUUID } from 'node:crypto';
import type { ClientLanguage } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { appointmentMessages, messageLinks, messages, recallMessages, recalls } from '#service/db/schema.ts';
import { createLinkToken } from '#service/domain/link-token.ts';
import type { TestAppointment, TestPractice } from './practice-rows.ts';

/** Adds a reminder that was sent about stored appointments, and returns the token of its link. */
export async function addMessageLink(
  { db }: Pick<Database, 'db'>,
  { companyId, client, stores: [storeId] }: TestPractice,
  about: readonly TestAppointment[],
  language: ClientLanguage = 'en',
): Promise<string> {
  const { token, hash } = createLinkToken(companyId);
  const id = randomUUID();
  const at = '2026-03-01T09:00:00.000Z';
  await db.insert(messages).values({
    ...{ companyId, id, kind: 'reminder', channel: 'email', clientId: client, storeId, language, status: 'sent' },
    ...{ appointmentIds: about.map((appointment) => appointment.id), to: 'ann@example.com' },
    ...{ forStart: about[0]?.start ?? at, createdAt: at, updatedAt: at },
  });
  await db.insert(appointmentMessages).values(
    about.map(({ id: appointmentId, start }) => ({
      ...{ companyId, appointmentId, kind: 'reminder' as const, forStart: start ?? at, messageId: id },
    })),
  );
  await db.insert(messageLinks).values({ companyId, tokenHash: hash, messageId: id });
  return token;
}

/** Makes pets due again, adds the message that said so, and returns the token of its link. */
export async function addRecallLink(
  { db }: Pick<Database, 'db'>,
  { companyId, client, pet, stores: [storeId], visitType }: TestPractice,
  given: readonly Partial<typeof recalls.$inferInsert>[] = [{}],
  language: ClientLanguage = 'en',
): Promise<string> {
  const { token, hash } = createLinkToken(companyId);
  const id = randomUUID();
  const at = '2026-03-01T09:00:00.000Z';
  const times = { createdAt: at, updatedAt: at };
  const due = given.map((fields) => ({
    ...{ companyId, id: randomUUID(), petId: pet, visitTypeId: visitType, dueOn: '2026-03-12', status: 'due' as const },
    ...times,
    ...fields,
  }));
  await db.insert(recalls).values(due);
  await db.insert(messages).values({
    ...{ companyId, id, kind: 'due', channel: 'email', clientId: client, storeId, language, status: 'sent', ...times },
    ...{ appointmentIds: [], to: 'ann@example.com', forStart: '2026-03-11T23:00:00.000Z' },
  });
  const ofMessage = due.map(({ id: recallId, dueOn }) => ({ companyId, recallId, dueOn, messageId: id }));
  await db.insert(recallMessages).values(ofMessage);
  await db.insert(messageLinks).values({ companyId, tokenHash: hash, messageId: id });
  return token;
}
