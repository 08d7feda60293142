import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { board } from '#testing/shown-board.ts';

const drawn = () => expect.element(board).toHaveAttribute('aria-busy', 'false');
/** How often each of the first requests was sent, by the page or by the first-paint script. */
function countsOf({ requests }: ReturnType<typeof createPracticeInMemory>) {
  const first = ['session', 'companies', 'enums', 'employees', 'appointment-types', 'availability', 'search'];
  return first.map((end) => requests.filter(({ name }) => name.endsWith(`/${end}`)).length);
}

test('the first calendar is drawn from one request, and nothing is requested twice', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ hasExtensions: true, appointments: 0 });
  await renderApp(practice, '/');
  await drawn();
  expect(practice.requests[0]?.name).toBe('GET /desk/start');
  // The adjacent days may be searched as well, so the number of searches is not compared.
  expect(countsOf(practice).slice(0, -1)).toEqual([1, 1, 1, 1, 1, 1]);
  const searches = practice.requests
    .filter(({ name }) => name === 'POST /v1/appointments/search')
    .map(({ body }) => body);
  expect(new Set(searches.map((body) => JSON.stringify(body))).size).toBe(searches.length);
});

test('a slow day keeps nothing else waiting, and is drawn when it comes', async () => {
  const practice = createPracticeInMemory({ today: new Date().toISOString().slice(0, 10) });
  const day = practice.hold('POST /v1/appointments/search');
  await renderApp(practice, '/');
  await expect.element(page.getByRole('button', { name: 'Store: North', exact: true })).toBeVisible();
  await expect.element(board).toHaveAttribute('aria-busy', 'true');
  day.end();
  day.letGo();
  await drawn();
});

test('a preloaded request that failed is sent again by the page, which shows its own error', async () => {
  const practice = createPracticeInMemory();
  let isFailing = true;
  practice.answer('POST /v1/appointments/search', (_, usual) =>
    isFailing ? Response.json({ message: 'internal_error' }, { status: 500 }) : usual(),
  );
  await renderApp(practice, '/');
  await expect.element(page.getByRole('alert')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await drawn();
});

test('without that request the page asks for everything itself', async () => {
  const practice = createPracticeInMemory({ hasExtensions: true });
  practice.answer('GET /desk/start', () => Response.json({ message: 'not_found' }, { status: 404 }));
  await renderApp(practice, '/');
  await drawn();
  expect(countsOf(practice).slice(0, -1)).toEqual([1, 1, 1, 1, 1, 1]);
});
