import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import type { AnswerChoice } from '#contract/client-answers.ts';
import { addMessageLink } from '#testing/message-link.ts';
import { addAppointments, addPractice, appointmentIn, keyOf, type TestAppointment } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';
import { whileLocked } from '#testing/while-locked.ts';
import { answerByLink, readLink } from './client-links.ts';

const start = '2026-03-10T09:00:00.000Z';
const end = '2026-03-10T09:20:00.000Z';
const dayBefore = Date.parse('2026-03-09T08:00:00.000Z');

describeService('the link in a message', (suite) => {
  async function linkTo(...given: Partial<TestAppointment>[]) {
    const { database } = suite();
    const practice = await addPractice(database);
    const service = createTestService(database, dayBefore);
    const client = service.client(await keyOf(database, practice.vet));
    const about = given.map((fields) => appointmentIn(practice, { start, end, ...fields }));
    await addAppointments(database, practice, about);
    const token = await addMessageLink(database, practice, about);
    const { companyId } = practice;
    const clock = () => service.clock.now();
    const read = () => readLink(database, token, clock());
    const press = (answer: AnswerChoice, { forStart = start, note = null as string | null, position = 0 } = {}) =>
      answerByLink(database, token, { answer, note, forStart, position }, clock);
    const id = about[0]?.id ?? '';
    const statusOf = async (appointmentId = id) => {
      const rows = await database.sql`select status from appointments
        where company_id = ${companyId}::uuid and id = ${appointmentId}::uuid`;
      return rows[0]?.['status'];
    };
    const stored = () => database.sql`select answer, note, at, employee_id from client_answers
      where company_id = ${companyId}::uuid order by appointment_id`;
    return { ...{ database, practice, companyId, service, client, token, about, id }, read, press, statusOf, stored };
  }

  test('shows the appointments of the message, and nothing of who they are with', async () => {
    const { read, practice } = await linkTo(
      { title: 'Rex – limps' },
      { start: '2026-03-10T09:20:00Z', end: '2026-03-10T09:40:00Z' },
    );
    const link = await read();
    expect(link).toMatchObject({ practiceName: 'Tom & Jerry Vets', messageLanguage: 'en', cancelUntilHours: 24 });
    expect(link?.appointments).toHaveLength(2);
    expect(link?.appointments[0]).toMatchObject({
      position: 0,
      petName: 'Rex',
      visitTypeName: 'Check-up',
      isMoved: false,
    });
    expect(JSON.stringify(link)).not.toMatch(new RegExp(`limps|Smith|${practice.client}|${practice.pet}`));
  });

  test('leads to nothing with another token, and once its appointments have ended', async () => {
    const { database, token, read, service, companyId, press } = await linkTo({});
    const other = `${token.slice(0, 22)}${'A'.repeat(21)}`;
    for (const wrong of ['', 'A'.repeat(43), other, `${token}A`, token.toLowerCase(), companyId])
      expect(await readLink(database, wrong, dayBefore)).toBeNull();
    service.clock.pass(Date.parse(end) - dayBefore - 1);
    expect(await read()).not.toBeNull();
    service.clock.pass(1);
    expect(await read()).toBeNull();
    expect(await press('confirmed')).toBeNull();
  });

  test('leaves out what was deleted or became unreadable', async () => {
    const { database, read, companyId, about, press } = await linkTo({}, {}, {});
    const [first, second] = about;
    await database.sql`delete from appointments where company_id = ${companyId}::uuid and id = ${first?.id ?? ''}::uuid`;
    await database.sql`update appointments set status = 'odd' where company_id = ${companyId}::uuid and id = ${second?.id ?? ''}::uuid`;
    expect((await read())?.appointments.map(({ position }) => position)).toEqual([2]);
    for (const position of [0, 1, 3, -1, 2 ** 31 - 2]) expect(await press('confirmed', { position })).toBeNull();
    expect(await press('confirmed', { position: 2 })).toBe('given');
  });

  test('confirms once, and changes nothing of the appointment', async () => {
    const { press, stored, read, client, id, companyId, service } = await linkTo({});
    const before = (await client.get(`/v1/appointments/${id}`, { companyId })).body;
    expect(await press('confirmed')).toBe('given');
    const [first] = await stored();
    service.clock.pass(60_000);
    expect(await press('confirmed')).toBe('repeated');
    expect(await stored()).toEqual([first]);
    expect(first).toMatchObject({ answer: 'confirmed', employee_id: null });
    expect((await read())?.appointments[0]?.answer).toEqual({ answer: 'confirmed', note: null, forStart: start });
    expect((await client.get(`/v1/appointments/${id}`, { companyId })).body).toEqual(before);
    expect(await press('another_time', { note: 'mornings' })).toBe('given');
    expect(await stored()).toMatchObject([{ answer: 'another_time', note: 'mornings' }]);
  });

  test('cancels like any other change: status, history without a person, reason', async () => {
    const { press, statusOf, client, id, companyId, about, database } = await linkTo({}, {});
    database.checkFreeSpace();
    expect(await press('cancelled')).toBe('given');
    expect([await statusOf(), await statusOf(about[1]?.id)]).toEqual(['cancelled', 'confirmed']);
    const history = async () =>
      appointmentHistoryPageSchema.parse((await client.get(`/v1/appointments/${id}/history`, { companyId })).body).data;
    const entries = await history();
    expect(entries[0]).toMatchObject({
      employeeId: null,
      reason: 'Client',
      changes: [{ field: 'status', from: 'confirmed', to: 'cancelled' }],
    });
    expect(await press('cancelled')).toBe('repeated');
    expect(await press('confirmed')).toBe('impossible');
    expect(await history()).toEqual(entries);
  });

  test('does nothing for a late cancellation, and for a button from before a move', async () => {
    const { press, service, database, companyId, id, statusOf, stored, read } = await linkTo({});
    service.clock.pass(2 * 3_600_000);
    expect(await press('cancelled')).toBe('too_late');
    expect(await press('confirmed')).toBe('given');
    const moved = '2026-03-12T09:00:00.000Z';
    await database.sql`update appointments set start_at = ${moved}, end_at = '2026-03-12T09:20:00Z'
      where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    expect((await read())?.appointments[0]).toMatchObject({ start: moved, answer: null, isMoved: true });
    for (const answer of ['confirmed', 'another_time', 'cancelled'] as const) expect(await press(answer)).toBe('moved');
    expect(await statusOf()).toBe('confirmed');
    expect(await stored()).toHaveLength(1);
    expect(await press('cancelled', { forStart: moved })).toBe('given');
  });

  test('says nothing of a cancellation that the desk has undone', async () => {
    const { press, database, companyId, id, read, statusOf } = await linkTo({});
    await press('cancelled');
    await database.sql`update appointments set status = 'confirmed' where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    expect((await read())?.appointments[0]?.answer).toBeNull();
    expect(await press('cancelled')).toBe('given');
    expect(await statusOf()).toBe('cancelled');
  });

  describe('pressed while something else happens', () => {
    test('counts once', async () => {
      const { press, client, id, companyId } = await linkTo({});
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => press('cancelled')));
      expect(outcomes.sort()).toEqual(['given', 'repeated', 'repeated', 'repeated']);
      const { body } = await client.get(`/v1/appointments/${id}/history`, { companyId });
      expect(appointmentHistoryPageSchema.parse(body).data).toHaveLength(2);
    });

    test('does nothing after a move that it waited for', async () => {
      const { database, service, press, companyId, id, statusOf } = await linkTo({});
      const outcome = await whileLocked(
        { database, service },
        ({ transaction }) => transaction`update appointments set start_at = '2026-03-10T09:05:00Z'
          where company_id = ${companyId}::uuid and id = ${id}::uuid`,
        () => press('cancelled'),
      );
      expect([outcome, await statusOf()]).toEqual(['moved', 'confirmed']);
    });
  });

  test('works for one practice alone', async () => {
    const [one, other] = [await linkTo({}), await linkTo({})];
    expect((await one.read())?.appointments).toHaveLength(1);
    await one.press('confirmed');
    expect(await other.stored()).toEqual([]);
    expect(
      await answerByLink(
        one.database,
        one.token,
        { answer: 'confirmed', note: null, forStart: start, position: 0 },
        () => dayBefore,
      ),
    ).toBe('repeated');
    expect(
      await readLink(one.database, `${randomUUID().replaceAll('-', '').slice(0, 22)}${one.token.slice(22)}`, dayBefore),
    ).toBeNull();
  });
});
