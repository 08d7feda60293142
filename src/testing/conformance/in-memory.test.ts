import { describe } from 'vitest';
import { createManagedPractice } from '#testing/management-in-memory.ts';
import { letSetUp } from '#testing/setup-in-memory.ts';
import { appointmentCases } from './appointments.cases.ts';
import { fillingCases } from './filling.cases.ts';
import { messageCases } from './messages.cases.ts';
import { onlineRequestCases } from './online-requests.cases.ts';
import { peopleCases } from './people.cases.ts';
import { planCases } from './plan.cases.ts';
import { practiceCases } from './practice.cases.ts';
import { describePractice } from './practices.ts';
import { recallCases } from './recalls.cases.ts';
import { type Desk, setupCases } from './setup.cases.ts';

const cases = [
  ...[appointmentCases, fillingCases, messageCases, onlineRequestCases],
  ...[peopleCases, planCases, practiceCases, recallCases],
];
describePractice(
  'the practice in memory',
  ({ fetch }) =>
    (path, init) =>
      fetch(`/api${path}`, init),
  cases,
);

describe('the set-up in memory', () => {
  setupCases(async (use) => {
    const practice = createManagedPractice();
    letSetUp(practice, { setUp: 'first', code: 'K7M-2QX-9RT' });
    const request: Desk['request'] = (method, path, body) =>
      practice.fetch(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    await use({ request, code: () => 'K7M-2QX-9RT' });
  });
});
