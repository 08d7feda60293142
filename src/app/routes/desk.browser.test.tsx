import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';

interface Refusal {
  status: number;
  suggestion: string;
  retryAfter?: number;
}

const ERROR_ID = '3f2b8c1e-5d4a-4f6b-9c7d-8e9f0a1b2c3d';

const board = page.getByRole('main', { name: 'Calendar' });
const alert = page.getByRole('alert');
const status = page.getByRole('contentinfo').getByRole('status');

/** A practice whose API answers every request with this refusal, until it is null. */
function refusing(refusal: Refusal | null = null) {
  const practice = createPracticeInMemory();
  const desk = { refusal };
  const refuses: PracticeInMemory = {
    ...practice,
    async fetch(input, init) {
      const answer = await practice.fetch(input, init);
      if (desk.refusal === null || !/^\/(?:api|desk\/start)/.test(String(input))) return answer;
      const { status: httpStatus, suggestion, retryAfter } = desk.refusal;
      const data = { httpStatus, suggestion, errorInstanceId: ERROR_ID };
      return Response.json(
        { type: 'SERVICE_ERROR', message: 'refused', data },
        { status: httpStatus, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
      );
    },
  };
  return { practice: refuses, desk };
}

test('the app explains that the practice system accepts no requests, and waits as long as necessary', async () => {
  const { practice, desk } = refusing({ status: 429, suggestion: 'Slow down.', retryAfter: 20 });
  stopClock();
  await renderApp(practice, '/');
  const waiting = (seconds: number) =>
    page.getByText(`Waiting for the practice system: trying again in ${seconds} s.`, { exact: true });
  const requestCount = () => practice.requests.filter(({ name }) => name === 'GET /v1/companies').length;
  await expect.element(waiting(20)).toBeVisible();
  await pass(5);
  await expect.element(waiting(15)).toBeVisible();
  await pass(15);
  for (let round = 2; round < 6; round += 1) {
    await expect.poll(requestCount).toBe(round);
    await expect.element(waiting(20)).toBeVisible();
    await pass(20);
  }
  desk.refusal = null;
  await later(() => expect(board.query()?.getAttribute('aria-busy')).toBe('false'));
});

test.each([
  ['/appointments?when=all', '40 appointments'],
  ['/', 'Live'],
])('an error in the first load of %s can be quoted, and disappears by itself', async (address, there) => {
  const { practice, desk } = refusing({ status: 500, suggestion: 'Quote the error id.' });
  stopClock();
  await renderApp(practice, address);
  await later(() => expect(alert.query()?.textContent).toContain('Quote the error id.'));
  await expect.element(page.getByText(ERROR_ID)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy error ID' })).toBeVisible();
  desk.refusal = null;
  await pass(30);
  await later(() => expect(page.getByText(there, { exact: true }).query()).not.toBeNull());
  expect(alert.query()).toBeNull();
});

test('a rejected key is reported with whom to contact, until it is valid again', { tags: 'smoke' }, async () => {
  const { practice, desk } = refusing();
  stopClock();
  const { settled } = await renderApp(practice, '/');
  await settled(later);
  expect(status.query()?.textContent).toBe('Live');
  desk.refusal = { status: 401, suggestion: 'Unknown key.' };
  await pass(8);
  await expect.element(alert).toHaveTextContent('The practice system no longer accepts Frontdesk’s key');
  await expect.element(alert).toHaveTextContent('Ask whoever looks after Frontdesk in your practice');
  await expect.element(status).toHaveTextContent(/^Frontdesk’s key not accepted, as of /);
  await pass(60);
  await expect.element(status).toHaveTextContent(/^Frontdesk’s key not accepted, as of /);
  desk.refusal = null;
  await pass(8);
  await expect.element(status).toHaveTextContent('Live');
  await expect.element(alert).not.toBeInTheDocument();
});
