import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mediumDateText } from '#app/scheduling/time-text.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const searchField = page.getByRole('searchbox', { name: 'Search titles' });
const matches = page.getByTestId('matches');

/** The searches of the list; the foot line reads the appointments of today, whenever it is loaded. */
const searchesOf = ({ asked }: PracticeInMemory) =>
  asked.filter(
    ({ name, body }) => name === 'POST /v1/appointments/search' && !JSON.stringify(body).includes('"end":{"gt"'),
  );

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

const dateFrom = page.getByRole('textbox', { name: 'Date from' });
const dateTo = page.getByRole('textbox', { name: 'Date to' });

test.each([0, 120])('a day can be typed, with pauses of %d ms', async (pauseMs) => {
  stopClock();
  const practice = createPracticeInMemory();
  const { address } = await renderFinder(practice);
  const before = searchesOf(practice).length;
  await dateFrom.click();
  await type('6 june 2026', pauseMs);
  // On to the next day, which is sent with Enter.
  await dateTo.click();
  await waitUntil(() => expect(address()).toBe('/appointments?from=2026-06-06'));
  await expect.element(dateFrom).toHaveValue(mediumDateText('2026-06-06'));
  await type('7.7.2026', pauseMs);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(address()).toBe('/appointments?from=2026-06-06&to=2026-07-07'));
  await expect.element(dateTo).toHaveValue(mediumDateText('2026-07-07'));
  await expect.element(matches).toHaveTextContent(/\d match/);
  // Neither the years 2, 20 and 202 nor the days of another month in between were asked for.
  const asked = searchesOf(practice).slice(before);
  expect(asked.length).toBe(2);
  for (const { body } of asked) expect(JSON.stringify(body)).toMatch(/"2026-06-0/);
});

test('each range of days can be typed', async () => {
  const { address } = await renderFinder(createPracticeInMemory());
  await page.getByRole('button', { name: 'More filters' }).click();
  for (const label of ['End', 'Created', 'Updated', 'Checked in']) {
    const field = page.getByRole('textbox', { name: `${label} from` });
    await field.click();
    await userEvent.keyboard('6.6.2026{Tab}');
    await expect.element(field).toHaveValue(mediumDateText('2026-06-06'));
  }
  await waitUntil(() =>
    expect(address()).toBe(
      '/appointments?endFrom=2026-06-06&createdFrom=2026-06-06&updatedFrom=2026-06-06&inFrom=2026-06-06',
    ),
  );
});

test('what is no day is told and not asked for, and goes with all other filters', async () => {
  const practice = createPracticeInMemory();
  const { address } = await renderFinder(practice, '/appointments?from=2026-06-15');
  const before = searchesOf(practice).length;
  await dateFrom.click();
  await userEvent.keyboard('blue monkey');
  await dateTo.click();
  await expect.element(dateFrom).toHaveAccessibleDescription(/This is not a date/);
  await expect.element(dateFrom).toHaveAttribute('aria-invalid', 'true');
  expect(address()).toBe('/appointments?from=2026-06-15');
  expect(searchesOf(practice).length).toBe(before);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.element(dateFrom).toHaveValue('');
  await expect.element(page.getByText(/This is not a date/)).not.toBeInTheDocument();
  expect(address()).toBe('/appointments');
});

test('days that the arrow keys pass over are not asked for, and an emptied field is no filter', async () => {
  stopClock();
  const practice = createPracticeInMemory();
  const { address } = await renderFinder(practice, '/appointments?from=2026-06-15');
  const before = searchesOf(practice).length;
  await dateFrom.click();
  await userEvent.keyboard('{ArrowUp>3/}{ArrowDown}');
  await expect.element(dateFrom).toHaveValue(mediumDateText('2026-06-17'));
  await later(() => expect(address()).toBe('/appointments?from=2026-06-17'));
  await expect.poll(() => searchesOf(practice).length).toBe(before + 1);
  await userEvent.keyboard('{Delete}');
  await later(() => expect(address()).toBe('/appointments'));
});

test('a day is chosen in the month', async () => {
  const { address } = await renderFinder(createPracticeInMemory(), '/appointments?from=2026-06-15');
  await page.getByRole('group', { name: 'Appointment date' }).getByRole('button', { name: 'Calendar' }).first().click();
  await page.getByRole('button', { name: 'Saturday, 20 June 2026' }).click();
  await waitUntil(() => expect(address()).toBe('/appointments?from=2026-06-20'));
});

test('Enter asks for an exact title and for an id', async () => {
  const { address } = await renderFinder(createPracticeInMemory());
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabelText('Exact title').fill('Bella');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(address()).toBe('/appointments?title=Bella'));
  await expect.element(page.getByLabelText('Exact title')).toHaveFocus();
  await page.getByLabelText(/Invoice id/).fill('none');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(address()).toBe('/appointments?title=Bella&invoice=none'));
});

test('arrows keep the option they reach in sight', async () => {
  await resizePage(1280, 500);
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
});
