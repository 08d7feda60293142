import { describe, expect, test } from 'vitest';
import { receivedMessageSchema } from '#contract/received-messages.ts';
import { visit } from '#testing/bookable-store.ts';
import { findLatestMessage, findMessageMark, isUndelivered, type MessageStates } from './message-mark.ts';

const start = '2026-06-02T14:00:00.000Z';
const later = '2026-06-02T15:00:00.000Z';
const before = Date.parse('2026-06-02T08:00:00Z');
const appointment = (more: Record<string, unknown> = {}) => visit(start, later, { id: 'v', ...more });
const answered = (answer: 'confirmed' | 'another_time' | 'cancelled', forStart = start): MessageStates => ({
  answers: { v: { answer, forStart } },
  undeliveredKinds: {},
});
const undelivered = (kind: string): MessageStates => ({ answers: {}, undeliveredKinds: { v: kind } });

describe('the mark of an appointment', () => {
  test('is the client’s answer for its present start, while the patient is expected', () => {
    expect(findMessageMark(appointment(), answered('confirmed'), before)).toBe('confirmed');
    expect(findMessageMark(appointment(), answered('another_time'), before)).toBe('another-time');
    expect(findMessageMark(appointment(), answered('confirmed', later), before)).toBeNull();
    expect(findMessageMark(appointment({ status: 'checked_in' }), answered('another_time'), before)).toBeNull();
    expect(findMessageMark(appointment({ status: 'cancelled' }), answered('cancelled'), before)).toBeNull();
  });

  test('says that a message was not delivered until the appointment begins, unless the client has answered', () => {
    expect(findMessageMark(appointment(), undelivered('reminder'), before)).toBe('not-delivered');
    expect(findMessageMark(appointment(), undelivered('reminder'), Date.parse(start))).toBeNull();
    const both = { ...undelivered('reminder'), answers: answered('confirmed').answers };
    expect(findMessageMark(appointment(), both, before)).toBe('confirmed');
  });

  test('counts an undelivered cancellation for what is cancelled alone, and other messages for what is not', () => {
    const cancelled = appointment({ status: 'cancelled' });
    expect(findMessageMark(cancelled, undelivered('cancellation'), before)).toBe('not-delivered');
    expect(findMessageMark(cancelled, undelivered('reminder'), before)).toBeNull();
    expect(findMessageMark(appointment(), undelivered('cancellation'), before)).toBeNull();
  });

  test('is none where the practice system has neither messages nor answers', () => {
    expect(findMessageMark(appointment(), null, before)).toBeNull();
  });
});

const message = (more: Record<string, unknown>) =>
  receivedMessageSchema.parse({
    ...{ id: 'm', kind: 'reminder', channel: 'email', status: 'failed', appointmentIds: ['v'], forStart: start },
    createdAt: '2026-06-01T08:00:00Z',
    ...more,
  });

describe('a message', () => {
  test('is undelivered if it was refused, may have been lost, or found no connection in all of its attempts', () => {
    const at = Date.parse('2026-06-01T08:05:00Z');
    expect(isUndelivered(message({ reason: 'refused' }), at)).toBe(true);
    expect(isUndelivered(message({ status: 'unknown' }), at)).toBe(true);
    expect(isUndelivered(message({ reason: 'no_connection' }), at)).toBe(false);
    expect(isUndelivered(message({ reason: 'no_connection' }), at + 3_600_000)).toBe(true);
    expect(isUndelivered(message({ status: 'sent' }), at)).toBe(false);
    expect(isUndelivered(message({ status: 'sending' }), at)).toBe(false);
  });

  test('is the latest of an appointment if none is newer for its present start', () => {
    const resent = message({ id: 'resent', status: 'sent', createdAt: '2026-06-01T09:00:00Z' });
    const ofOldStart = message({ id: 'old', forStart: later, createdAt: '2026-06-01T10:00:00Z' });
    const shared = message({
      ...{ id: 'shared', forStart: '2026-06-02T13:00:00Z', createdAt: '2026-06-01T11:00:00Z' },
      appointmentIds: ['other', 'v'],
    });
    expect(findLatestMessage([message({}), resent, ofOldStart], { id: 'v', start })?.id).toBe('resent');
    expect(findLatestMessage([resent, shared], { id: 'v', start })?.id).toBe('shared');
    expect(findLatestMessage([ofOldStart], { id: 'v', start })).toBeUndefined();
  });
});
