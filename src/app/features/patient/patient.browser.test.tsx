import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { eventually } from '#testing/eventually.ts';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';

const SEARCH = 'POST /v1/appointments/search';
const lastHere = page.getByRole('region', { name: 'Last here' });

test('when Bella was last here takes Ctrl K, four letters and Enter', async () => {
  const practice = createPracticeInMemory();
  const { address } = await renderApp(practice, '/');
  await expect.element(page.getByRole('main', { name: 'Board' })).toHaveAttribute('aria-busy', 'false');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('bell');
  await userEvent.keyboard('{Enter}');
  const bella = practice.pets.find(({ name }) => name.startsWith('Bell'));
  await eventually(() => expect(address()).toContain(`/pets/`));
  await expect.element(page.getByRole('heading', { level: 1, name: bella?.name ?? '' })).toBeVisible();
  await expect.element(lastHere).toHaveTextContent(/2026/);
  await eventually(() => expect(document.title).toBe(`${bella?.name} · Frontdesk`));
});

test('visits that could not be loaded say why, with an identifier to quote, and can be had again', async () => {
  const practice = createPracticeInMemory();
  const data = { httpStatus: 400, suggestion: 'Ask the vendor.', errorInstanceId: 'e-77' };
  const mend = practice.answer(SEARCH, () =>
    Response.json({ type: 'SERVICE_ERROR', message: 'x', data }, { status: 400 }),
  );
  await renderApp(practice, `/pets/${practice.pets[0]?.id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'The visits could not be loaded.' });
  await expect.element(alert).toHaveTextContent('Ask the vendor.');
  await expect.element(alert.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  mend();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(lastHere).toHaveTextContent(/2026/);
});

test('a key that is refused is told with whom to ask', async () => {
  const practice = createPracticeInMemory();
  practice.answer(SEARCH, () => new Response('', { status: 401 }));
  await renderApp(practice, `/pets/${practice.pets[0]?.id}`);
  await expect.element(page.getByRole('alert').first()).toHaveTextContent(/Ask whoever looks after Frontdesk/);
});

test.each(['pets', 'clients'] as const)(
  'a practice system that takes no requests is waited for, of %s',
  async (kind) => {
    const practice = createPracticeInMemory();
    const mend = practice.answer(SEARCH, () => new Response('', { status: 429, headers: { 'retry-after': '1' } }));
    const [pet] = practice.pets;
    await renderApp(practice, kind === 'pets' ? `/pets/${pet?.id}` : `/clients/${pet?.clientId}`);
    const waiting = page.getByText(/Waiting for the practice system: trying again/);
    await expect.element(waiting).toBeVisible();
    const asked = () => practice.asked.filter(({ name }) => name === SEARCH).length;
    await eventually(() => expect(asked()).toBeGreaterThan(3));
    expect(page.getByRole('alert').elements()).toEqual([]);
    mend();
    await expect.element(page.getByText('Never yet').or(page.getByText(/2026/)).first()).toBeVisible();
    await expect.element(waiting).not.toBeInTheDocument();
  },
);

test('all of the list can be reached on a screen of 320 by 256', async () => {
  await page.viewport(320, 256);
  await renderApp(createPracticeInMemory(), '/appointments');
  const table = page.getByRole('table', { name: 'Appointments' });
  await expect.element(table.getByRole('link').first()).toBeVisible();
  const scroller = table.element().parentElement;
  expect(scroller?.clientHeight).toBeGreaterThan(3 * 44);
  scroller?.scrollIntoView({ block: 'end' });
  expect(scroller?.getBoundingClientRect().bottom).toBeLessThanOrEqual(257);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1280, 800);
});
