import { beforeEach, describe, expect, test } from 'vitest';
import type { Recall } from '#contract/recalls.ts';
import { ann, ask, at, bella, book, dental, got, ids, nobody, notOffered, read, refusal } from './practices.ts';

/** A visit type of which the practice has no appointments. */
let booster: string;
const due = () => ({ petId: bella, visitTypeId: booster, dueOn: '2031-03-01' });
const recallOf = async (id: string) => {
  const found = (await got('listRecalls')).data.find((recall) => recall.id === id);
  if (found === undefined) throw new Error('there is no such recall');
  return found;
};
const create = async (given: object = {}) => recallOf(await got('createRecall', { ...due(), ...given }));
const change = ({ id, updatedAt }: Recall, changes: object) =>
  ask('changeRecall', { expectedUpdatedAt: updatedAt, ...changes }, { id });
const complete = async ({ id, updatedAt }: { id: string; updatedAt: string }) =>
  got('changeAppointment', { expectedUpdatedAt: updatedAt, status: 'completed' }, { id });
const listed = async () => (await got('listRecalls')).data.map(({ dueOn, status }) => `${dueOn} ${status}`);

/** Pets that are due again. */
export function recallCases(): void {
  describe('recalls', () => {
    beforeEach(async () => {
      const type = { name: 'Booster', category: 'vaccination', durationMinutes: 30 };
      booster = await got('createAppointmentType', type);
    });

    test('are created once for a pet and visit type, with the client of the pet, and listed by due date', async () => {
      const first = await create();
      expect(first).toEqual({
        ...{ id: first.id, companyId: first.companyId, ...due(), clientId: ann, status: 'due' },
        ...{ snoozedUntil: null, appointmentId: null, attempts: [] },
        ...{ createdAt: first.createdAt, updatedAt: first.createdAt },
      });
      const again = await ask('createRecall', { ...due(), dueOn: '2031-04-01' });
      expect(again).toMatchObject({ refusal: '409 already_due', data: { current: { id: first.id } } });
      const earlier = await create({ visitTypeId: dental, dueOn: '2031-02-01' });
      expect(ids(await got('listRecalls'))).toEqual([earlier.id, first.id]);
      expect(ids(await got('listRecalls', { from: '2031-03-01', until: '2031-03-01' }))).toEqual([first.id]);
      expect(ids(await got('listRecalls', { status: 'declined' }))).toEqual([]);
    });

    test('are refused with the invalid field', async () => {
      const wrong = (given: object) => refusal('createRecall', { ...due(), ...given });
      expect(await wrong({ petId: nobody })).toBe('400 invalid_input petId');
      expect(await wrong({ visitTypeId: notOffered })).toBe('400 invalid_input visitTypeId');
      expect(await wrong({ dueOn: '2031-02-30' })).toBe('400 invalid_input dueOn');
      expect(await refusal('createRecallAttempt', { how: 'call' }, { id: nobody })).toBe('404 not_found id');
      const recall = await create();
      expect((await change(recall, { status: 'booked' })).refusal).toBe('400 invalid_input status');
    });

    test('change only as they were seen, and keep attempts to reach the client, newest first', async () => {
      const recall = await create();
      const { body: snoozed } = await change(recall, { snoozedUntil: '2031-02-10' });
      expect(snoozed).toMatchObject({ status: 'due', snoozedUntil: '2031-02-10' });
      expect(await change(recall, { status: 'declined' })).toMatchObject({
        ...{ refusal: '409 changed_meanwhile', data: { current: { snoozedUntil: '2031-02-10' } } },
      });
      const now = await recallOf(recall.id);
      for (const how of ['call', 'email']) await got('createRecallAttempt', { how }, { id: recall.id });
      const tried = await recallOf(recall.id);
      expect(tried.attempts.map(({ how }) => how)).toEqual(['email', 'call']);
      expect(tried.updatedAt).toBe(now.updatedAt);
      expect((await change(tried, { status: 'declined' })).body).toMatchObject({ status: 'declined' });
    });

    test('are booked by an appointment of the pet and type, and due again once it is cancelled', async () => {
      const recall = await create();
      await book({ start: at('21:00'), end: at('21:30') });
      expect(await recallOf(recall.id)).toEqual(recall);
      const appointment = await book({ visitTypeId: booster });
      expect(await recallOf(recall.id)).toEqual({ ...recall, status: 'booked', appointmentId: appointment.id });
      const cancelled = { expectedUpdatedAt: appointment.updatedAt, status: 'cancelled' };
      await got('changeAppointment', cancelled, { id: appointment.id });
      expect(await recallOf(recall.id)).toEqual(recall);
    });

    test('are made by completing an appointment, which ends the one before', async () => {
      await got('changeAppointmentType', { recallMonths: 6 }, { id: booster });
      await create();
      await complete(await book({ visitTypeId: booster }));
      expect(await listed()).toEqual(['2030-12-05 due', '2031-03-01 done']);
      const times = { start: '2030-05-31T14:00:00.000Z', end: '2030-05-31T14:30:00.000Z' };
      const old = await book({ ...times, visitTypeId: booster });
      await complete(old);
      expect(await listed()).toEqual(['2030-11-30 done', '2030-12-05 due', '2031-03-01 done']);
      await got(
        'changeAppointment',
        { expectedUpdatedAt: (await read(old.id)).updatedAt, status: 'confirmed' },
        { id: old.id },
      );
      await complete(await read(old.id));
      expect(await listed()).toEqual(['2030-11-30 done', '2030-12-05 due', '2031-03-01 done']);
    });

    test('follow what a client wants to hear about', async () => {
      const clientOf = async () => (await got('listClients')).data.find(({ id }) => id === ann);
      const change = async (changes: object) => {
        const client = await clientOf();
        const seen = client !== undefined && 'updatedAt' in client ? client.updatedAt : undefined;
        await got('changeClient', { expectedUpdatedAt: seen, ...changes }, { id: ann });
        return clientOf();
      };
      expect(await change({ recallsBy: 'sms' })).toMatchObject({ recallsBy: 'sms' });
      expect(await change({ alert: 'Calls back' })).toMatchObject({ recallsBy: 'sms' });
      expect(await change({ recallsBy: null })).toMatchObject({ recallsBy: null });
      const id = await got('createClient', { firstName: 'Eva', lastName: 'Roe', recallsBy: 'none' });
      expect((await got('listClients', { query: 'roe' })).data).toMatchObject([{ id, recallsBy: 'none' }]);
    });
  });
}
