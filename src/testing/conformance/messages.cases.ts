import { describe, expect, test } from 'vitest';
import { ask, at, got, nobody, north, refusal, visit } from './practices.ts';

const day = { start: at('00:00'), end: at('23:59') };
const give = (number: number, answer: string, given: object = {}) =>
  ask('giveClientAnswer', { answer, ...given }, { id: visit(number) });

/** Messages to clients and their answers. */
export function messageCases(): void {
  describe('answers of clients', () => {
    test('are listed by the start of their appointments, the latest of each', async () => {
      await give(3, 'confirmed');
      await give(2, 'another_time', { note: 'After five' });
      await give(3, 'another_time');
      const { data, totalCount } = await got('listClientAnswers', day);
      expect(data.map(({ appointmentId, answer, note }) => [appointmentId, answer, note])).toEqual([
        [visit(2), 'another_time', 'After five'],
        [visit(3), 'another_time', null],
      ]);
      expect(totalCount).toBe(2);
      expect((await got('listClientAnswers', { ...day, storeIds: north })).data).toMatchObject([
        { appointmentId: visit(3) },
      ]);
      expect((await got('listClientAnswers', { ...day, start: at('13:00') })).data).toMatchObject([
        { appointmentId: visit(3) },
      ]);
    });

    test('stay as they are if they are given again', async () => {
      const first = await give(3, 'confirmed');
      expect((await give(3, 'confirmed')).body).toEqual(first.body);
    });

    test('are refused for an unknown appointment, and as a cancellation by telephone', async () => {
      expect(await refusal('giveClientAnswer', { answer: 'confirmed' }, { id: nobody })).toBe('404 not_found id');
      expect(await refusal('giveClientAnswer', { answer: 'cancelled' }, { id: visit(3) })).toBe(
        '400 invalid_input answer',
      );
      expect(await refusal('listClientAnswers', { start: at('10:00'), end: at('10:00') })).toBe(
        '400 invalid_input end',
      );
    });
  });

  describe('messages', () => {
    test('are off at first, so none can be sent, and the preview says so', async () => {
      const settings = await got('getMessageSettings');
      expect(settings).toMatchObject({ isOn: false, language: 'en', reminder: { isOn: true, hoursBefore: 24 } });
      const message = { appointmentId: visit(3), kind: 'reminder' };
      const sent = await ask('sendMessage', message);
      expect([sent.refusal, sent.data]).toEqual(['409 not_sendable', expect.objectContaining({ reason: 'off' })]);
      expect(await got('previewMessage', message)).toMatchObject({ reason: 'off' });
      expect((await got('listMessages')).data).toEqual([]);
      expect(await refusal('sendMessage', { ...message, appointmentId: nobody })).toBe(
        '400 invalid_input appointmentId',
      );
      expect(await refusal('previewMessage', { ...message, appointmentId: nobody })).toBe(
        '400 invalid_input appointmentId',
      );
    });

    test('have settings that are changed with their version', async () => {
      const { channels: _, updatedAt, ...settings } = await got('getMessageSettings');
      const put = { ...settings, expectedUpdatedAt: updatedAt, language: 'nl' };
      const changed = await got('putMessageSettings', put);
      expect(changed.language).toBe('nl');
      expect(changed.updatedAt > updatedAt).toBe(true);
      expect((await got('putMessageSettings', put)).updatedAt).toBe(changed.updatedAt);
      expect(await refusal('putMessageSettings', { ...put, language: 'fr' })).toMatch(/^409 changed_meanwhile/);
      expect(await refusal('putMessageSettings', { ...put, earliest: '20:00', latest: '08:00' })).toBe(
        '400 invalid_input latest',
      );
    });
  });
}
