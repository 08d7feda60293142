import { expect, test } from 'vitest';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { duePartOf, isPostponed } from './use-due-recalls.ts';

test.each([
  ['2026-06-03', '2026-06-02', 'overdue'],
  ['2026-06-03', '2026-06-03', 'this month'],
  ['2026-06-03', '2026-06-30', 'this month'],
  ['2026-06-03', '2026-07-01', 'next month'],
  ['2026-06-03', '2026-08-01', null],
  ['2026-01-31', '2026-01-31', 'this month'],
  ['2026-01-31', '2026-02-28', 'next month'],
  ['2026-01-31', '2026-03-01', null],
  ['2026-12-31', '2027-01-31', 'next month'],
])('on %s, what is due on %s is %s', (today, dueOn, part) => {
  expect(duePartOf({ dueOn }, today)).toBe(part);
});

test('a recall that is put off wakes on its day, and one that is booked or handled is not put off', () => {
  const recall = (given: Partial<ReceivedRecall>): ReceivedRecall => ({
    ...{ id: 'r', petId: 'p', clientId: null, visitTypeId: 't', dueOn: '2026-05-01', status: 'due' },
    ...{ snoozedUntil: '2026-06-10', appointmentId: null, attempts: [], updatedAt: '2026-06-01T08:00:00.000Z' },
    ...given,
  });
  expect(isPostponed(recall({}), '2026-06-09')).toBe(true);
  expect(isPostponed(recall({}), '2026-06-10')).toBe(false);
  expect(isPostponed(recall({ snoozedUntil: null }), '2026-06-09')).toBe(false);
  expect(isPostponed(recall({ status: 'booked' }), '2026-06-09')).toBe(false);
  expect(isPostponed(recall({ status: 'declined' }), '2026-06-09')).toBe(false);
});
