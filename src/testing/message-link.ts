import { randomUUID } from 'node:crypto';
import type { ClientLanguage } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { appointmentMessages, messageLinks, messages } from '#service/db/schema.ts';
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
