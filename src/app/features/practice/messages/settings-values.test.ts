import { describe, expect, test } from 'vitest';
import { messageSettingsSchema, putMessageSettingsSchema } from '#contract/messages.ts';
import { receivedMessageSettingsSchema } from '#contract/received-messages.ts';
import { applyDraft, findSettingsProblems, textProblems, toFormInput, toSettingsRequest } from './settings-values.ts';

const settings = messageSettingsSchema.parse({
  ...{ isOn: true, channels: ['email'], language: 'de', earliest: '08:00', latest: '19:30' },
  ...{ confirmation: { isOn: false }, reminder: { isOn: true, hoursBefore: 36 }, cancellation: { isOn: true } },
  due: { isOn: true, daysBefore: 21 },
  cancelUntilHours: null,
  texts: [{ kind: 'reminder', channel: 'email', language: 'fr', subject: 'Rappel', body: '{pet}, {date}' }],
  updatedAt: '2026-06-03T12:00:00.000Z',
});
const saved = toFormInput(receivedMessageSettingsSchema.parse(settings));

test('settings that nobody changed are sent as they were received', () => {
  const { channels: _, updatedAt, ...unchanged } = settings;
  expect(toSettingsRequest(applyDraft(saved, {}))).toEqual(unchanged);
  const body = { companyId: '01694901-0f00-7000-8000-000000000001', expectedUpdatedAt: updatedAt, ...unchanged };
  expect(putMessageSettingsSchema.safeParse(body).success).toBe(true);
});

test('a draft changes only what it names, and invalid parts of it are left out', () => {
  const change = (to: unknown) => ({ from: null, to });
  const input = applyDraft(saved, {
    hoursBefore: change(48),
    earliest: change(9),
    'reminder email fr': change(null),
    'confirmation sms ar': change({ subject: null, body: 'مرحبا' }),
    unknown: change(true),
  });
  expect(toSettingsRequest(input)).toMatchObject({
    ...{ reminder: { isOn: true, hoursBefore: 48 }, earliest: '08:00' },
    texts: [{ kind: 'confirmation', channel: 'sms', language: 'ar', subject: null, body: 'مرحبا' }],
  });
  expect(input).not.toHaveProperty('unknown');
});

describe('problems', () => {
  test('of the hours: no time, and an end that is not later', () => {
    expect(Object.keys(findSettingsProblems({ ...saved, earliest: 'early', latest: '' }).settings)).toEqual([
      'earliest',
      'latest',
    ]);
    expect(Object.keys(findSettingsProblems({ ...saved, earliest: '19:30' }).settings)).toEqual(['latest']);
    expect(findSettingsProblems(saved)).toEqual({ settings: {}, texts: new Map() });
  });

  test('of texts are those that the practice system refuses', () => {
    const cases = [
      ['email', { subject: '', body: 'Hello' }, ['subject']],
      ['email', { subject: 'Hello {cat}', body: ' ' }, ['subject', 'body']],
      ['email', { subject: 'x'.repeat(201), body: 'x'.repeat(5001) }, ['subject', 'body']],
      ['email', { subject: '{pet}', body: 'x'.repeat(5000) }, []],
      ['sms', { subject: null, body: `${'x'.repeat(612)}{link}` }, []],
      ['sms', { subject: null, body: 'x'.repeat(613) }, ['body']],
      ['sms', { subject: null, body: '€'.repeat(307) }, ['body']],
      ['sms', { subject: null, body: 'ж'.repeat(269) }, ['body']],
    ] as const;
    for (const [channel, text, wrong] of cases) {
      expect(Object.keys(textProblems({ channel }, text))).toEqual(wrong);
      const sent = { ...settings.texts[0], channel, ...text };
      const result = putMessageSettingsSchema.shape.texts.safeParse([sent]);
      expect(result.success).toBe(wrong.length === 0);
    }
  });
});
