import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { requestNotice } from './online-request-notices.tsx';
import type { RequestCommand } from './online-requests.ts';

const request: ReceivedOnlineRequest = {
  ...{ id: 'r', storeId: 's', visitTypeId: 't', start: '2041-06-05T14:00:00.000Z', end: '2041-06-05T14:30:00.000Z' },
  ...{ firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com', phone: null, petName: 'Luna', species: 'cat' },
  ...{ note: null, language: 'en', status: 'open', appointmentId: null, createdAt: '2041-06-01T08:00:00.000Z' },
  updatedAt: '2041-06-01T08:00:00.000Z',
};
const booking = { client: { id: 'c' }, pet: { id: 'p' } };
const book = { request, answer: { kind: 'book', booking, idempotencyKey: 'k' } } as const;
const decline = { request, answer: { kind: 'decline', reason: 'Full' } } as const;
const appointment = { id: 'a', start: '2041-06-05T15:00:00.000Z', storeId: 's' };

const command = (more: Partial<RequestCommand>): RequestCommand => ({
  ...{ number: 1, group: 1, keys: ['r'], task: book, undoes: 0, state: 'saved', error: null, answer: null },
  ...{ now: undefined, ...more },
});

function noticeOf(more: Partial<RequestCommand>, { isWrittenTo = true } = {}) {
  const go = vi.fn();
  const addressOf = vi.fn(() => ({ go }));
  const notice = requestNotice([command(more)], {
    ...{ isEmailSent: isWrittenTo, addressOf, log: { giveUp: () => undefined }, zoneOfStore: () => 'America/New_York' },
  });
  if (notice === null) return null;
  const text = renderToStaticMarkup(notice.text).replaceAll(/<[^>]*>/g, ' ');
  const says = `${notice.title} | ${text}`
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  notice.link?.onClick();
  return { says, tone: notice.tone, leadsTo: addressOf.mock.calls };
}

test('a booking is reported with its time, the e-mail, and a way to the appointment', () => {
  const answer = { appointment, record: null };
  expect(noticeOf({ answer })).toMatchObject({
    says: expect.stringMatching(/^Booked: Luna \| Wed, Jun 5, 11:00.AM\. Anna Berg gets an e-mail\.$/),
    leadsTo: [[appointment]],
  });
  expect(noticeOf({ answer }, { isWrittenTo: false })?.says).not.toContain('e-mail');
});

test('a refusal is reported without a way to an appointment', () => {
  const answer = { appointment: null, record: null };
  expect(noticeOf({ task: decline, answer })).toEqual({
    ...{ says: 'Declined: Luna | Anna Berg gets an e-mail.', tone: 'ok', leadsTo: [] },
  });
});

test('what a colleague did first is said, and their appointment can be shown', () => {
  const booked = { ...request, status: 'booked', appointmentId: 'theirs' } as const;
  expect(noticeOf({ state: 'conflict', now: booked })).toMatchObject({
    ...{ says: 'Luna: not booked | The request has already been booked.', tone: 'warn' },
    leadsTo: [[{ id: 'theirs' }]],
  });
  const declined = { ...request, status: 'declined' } as const;
  expect(noticeOf({ state: 'conflict', now: declined })?.says).toContain('already been declined');
  expect(noticeOf({ state: 'conflict', now: { ...request, status: 'expired' } })?.says).toContain('has expired');
  expect(noticeOf({ task: decline, state: 'conflict', now: null })?.says).toMatch(
    /^Luna: couldn’t decline the request \| This request has been answered or has expired in the meantime\.$/,
  );
});

test('a lost response is said to be sent again, and a refusal has its reason', () => {
  const lost = new ApiError({ kind: 'network', status: null });
  expect(noticeOf({ state: 'uncertain', error: lost })?.says).toMatch(
    /^Luna: not saved yet \| The request will be booked/,
  );
  const refused = new ApiError({ kind: 'http', status: 404 });
  expect(noticeOf({ state: 'refused', error: refused })?.says).toMatch(/^Luna: not booked \| ./);
  expect(noticeOf({ state: 'waiting' })).toBeNull();
});
