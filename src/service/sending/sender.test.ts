import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { messagePageSchema } from '#contract/messages.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { bookable } from '#testing/practice-rows.ts';
import { practiceThatSends } from '#testing/sending.ts';

const MINUTE = 60_000;

// It is 9:00 on the store's clock, an hour later than UTC.
async function deskThatSends() {
  const desk = await practiceThatSends(await openSharedMemoryDatabase());
  const { client, companyId, practice, recorded, clock, newSender } = desk;
  const sender = newSender();
  const book = async (fields: object = {}) =>
    createdSchema.parse(
      (
        await client.post('/v1/appointments', {
          ...bookable(practice),
          start: '2026-03-05T09:00Z',
          end: '2026-03-05T09:20Z',
          status: 'confirmed',
          ...fields,
        })
      ).body,
    );
  const change = async (id: string, fields: object) => {
    const { body } = await client.get(`/v1/appointments/${id}`, { companyId });
    const { updatedAt } = body as { updatedAt: string };
    const answer = await client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt: updatedAt, ...fields });
    expect(answer.status).toBe(200);
  };
  const list = async (query: Record<string, string> = {}) =>
    messagePageSchema.parse((await client.get('/v1/messages', { companyId, ...query })).body).data;
  /** Lets minutes pass, and then the sender run. */
  const pass = async (minutes: number) => {
    clock.pass(minutes * MINUTE);
    await sender.run();
  };
  const kinds = async () => (await list()).map(({ kind, status }) => `${kind} ${status}`).reverse();
  return { ...desk, sender, book, change, list, pass, kinds, sent: recorded.sent };
}

test('a booking is confirmed five minutes later, once', async () => {
  const { book, pass, list, sent, clock } = await deskThatSends();
  const id = await book();
  await pass(4);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toMatchObject([{ channel: 'email', at: clock.now(), message: { to: 'ann@example.com' } }]);
  const [message] = await list();
  expect(message).toMatchObject({
    id: sent[0]?.message.id,
    kind: 'confirmation',
    status: 'sent',
    appointmentIds: [id],
  });
  await pass(1);
  await pass(60);
  expect(sent).toHaveLength(1);
});
