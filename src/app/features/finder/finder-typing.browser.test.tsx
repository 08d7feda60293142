import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { eventually } from '#testing/eventually.ts';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';

/** The same in every browser's order of day and month: the browser's own is not the page's. */
const TYPED = { day: '06062026', later: '07072026' };

const searchField = page.getByRole('searchbox', { name: 'Search titles' });
const matches = page.getByTestId('matches');

const searchesOf = ({ asked }: PracticeInMemory) => asked.filter(({ name }) => name === 'POST /v1/appointments/search');

async function renderFinder(practice: PracticeInMemory, address = '/appointments') {
  const app = await renderApp(practice, address);
  await expect.element(matches).toHaveTextContent(/\d match/);
  const company = `company=${practice.company.id}`;
  await expect.poll(app.address).toContain(company);
  /** The address without the company, which stands in each. */
  const filters = () => app.address().replace(new RegExp(`[?]${company}$|&${company}|${company}&`), '');
  return { ...app, address: filters };
}

/** Types as a person does, with a pause after each key, of the stopped clock. */
async function type(text: string, pauseMs = 0) {
  for (const key of pauseMs === 0 ? [text] : text) {
    await userEvent.keyboard(key);
    await pass(pauseMs / 1000);
  }
}

test('a search goes on after a pause', async () => {
  stopClock();
  const { address } = await renderFinder(createPracticeInMemory());
  const addressed = (text: string) => later(() => expect(address()).toBe(text));
  await searchField.click();
  await type('be');
  // The pause after which it is sent.
  await addressed('/appointments?q=be');
  await type('lla ');
  await addressed('/appointments?q=bella');
  await expect.element(searchField).toHaveFocus();
  await expect.element(searchField).toHaveValue('bella ');
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}{Delete}');
  await addressed('/appointments');
  await expect.element(searchField).toHaveFocus();
  await type('rex');
  await addressed('/appointments?q=rex');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(searchField).toHaveValue('');
});

test.each([0, 120])('a day can be typed, with pauses of %d ms', async (pauseMs) => {
  stopClock();
  const practice = createPracticeInMemory();
  const { address } = await renderFinder(practice);
  const before = searchesOf(practice).length;
  await page.getByLabelText('Date from').element().focus();
  await type(TYPED.day, pauseMs);
  await later(() => expect(address()).toBe('/appointments?from=2026-06-06'));
  await expect.element(page.getByLabelText('Date from')).toHaveValue('2026-06-06');
  // On to the next day, and sent with Enter.
  await page.getByLabelText('Date to').element().focus();
  await type(TYPED.later, pauseMs);
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(address()).toBe('/appointments?from=2026-06-06&to=2026-07-07'));
  await expect.element(matches).toHaveTextContent(/\d match/);
  // Neither the years 2, 20 and 202 nor the days of another month in between were asked for.
  const asked = searchesOf(practice).slice(before);
  expect(asked.length).toBe(2);
  for (const { body } of asked) expect(JSON.stringify(body)).toMatch(/"2026-06-0/);
});

test('each range of days can be typed', async () => {
  stopClock();
  const { address } = await renderFinder(createPracticeInMemory());
  await page.getByRole('button', { name: 'More filters' }).click();
  for (const label of ['End', 'Created', 'Updated', 'Checked in']) {
    await page.getByLabelText(`${label} from`).element().focus();
    await type(TYPED.day);
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByLabelText(`${label} from`)).toHaveValue('2026-06-06');
  }
  await later(() =>
    expect(address()).toBe(
      '/appointments?endFrom=2026-06-06&createdFrom=2026-06-06&updatedFrom=2026-06-06&inFrom=2026-06-06',
    ),
  );
});

test('what is no day yet is not asked for', async () => {
  stopClock();
  const practice = createPracticeInMemory();
  const { address } = await renderFinder(practice, '/appointments?from=2026-06-15');
  const before = searchesOf(practice).length;
  await page.getByLabelText('Date from').element().focus();
  await type('010');
  await page.getByLabelText('Date to').click();
  // A month that was begun with 0 is made a whole one on leaving it.
  await expect.element(page.getByLabelText('Date from')).toHaveValue('2026-01-01');
  await eventually(() => expect(address()).toBe('/appointments?from=2026-01-01'));
  const asked = searchesOf(practice).slice(before);
  for (const { body } of asked) expect(JSON.stringify(body)).toMatch(/"2026-01-01T/);
});

test('Enter asks for an exact title and for an id', async () => {
  const { address } = await renderFinder(createPracticeInMemory());
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabelText('Exact title').fill('Bella');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(address()).toBe('/appointments?title=Bella'));
  await expect.element(page.getByLabelText('Exact title')).toHaveFocus();
  await page.getByLabelText(/Invoice id/).fill('none');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(address()).toBe('/appointments?title=Bella&invoice=none'));
});

test('arrows keep the option they reach in sight', async () => {
  await page.viewport(1280, 500);
  const practice = createPracticeInMemory();
  await renderFinder(practice);
  const category = page.getByRole('combobox', { name: 'Category' });
  await category.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  const options = page.getByRole('option');
  await expect.element(options.first()).toBeVisible();
  const count = options.elements().length;
  expect(count).toBeGreaterThan(15);
  await userEvent.keyboard(`{ArrowDown>${count - 1}/}`);
  const active = document.getElementById(category.element().getAttribute('aria-activedescendant') ?? '');
  const list = page.getByRole('listbox', { name: 'Category' }).element().getBoundingClientRect();
  expect(active?.textContent).toBe(options.elements().at(-1)?.textContent);
  expect(active?.getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom + 1);
  await page.viewport(1280, 800);
});
