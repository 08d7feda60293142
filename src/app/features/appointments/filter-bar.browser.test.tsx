import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dateInYearText } from '#app/text/time-text.ts';
import { addDays, dateIn, getWeekStart } from '#scheduling/calendar-day.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const searchField = page.getByRole('searchbox', { name: 'Search appointments' });
const matches = page.getByTestId('matches');
const dateFrom = page.getByRole('textbox', { name: 'Date from' });
const dateTo = page.getByRole('textbox', { name: 'Date to' });

/** The requests of the list, without those of the status bar (today's appointments) and of the rail (requested ones). */
const searchesOf = ({ requests }: PracticeInMemory) =>
  requests.filter(
    ({ name, body }) =>
      name === 'POST /v1/appointments/search' && !/"end":\{"gt"|"requested"/.test(JSON.stringify(body)),
  );

async function renderList(practice: PracticeInMemory, address = '/appointments?when=all') {
  const app = await renderApp(practice, address);
  await expect.element(matches).toHaveTextContent(/\d appointment/);
  const company = `company=${practice.company.id}`;
  await expect.poll(app.address).toContain(company);
  /** The filters in the address, without the company, which is always there. */
  const filters = () =>
    app
      .address()
      .replace(/^[^?]*\?/, '')
      .split('&')
      .filter((param) => param !== company)
      .join('&');
  return { ...app, filters };
}

/** Types a text key by key, advancing the stopped clock after each. */
async function type(text: string, pauseMs = 0) {
  for (const key of pauseMs === 0 ? [text] : text) {
    await userEvent.keyboard(key);
    await pass(pauseMs / 1000);
  }
}

const shownDay = (date: string) => dateInYearText(date, dateIn('UTC', Date.now()));

test('the search starts after a pause in typing', async () => {
  stopClock();
  const { filters } = await renderList(createPracticeInMemory());
  const addressed = (text: string) => later(() => expect(filters()).toBe(text));
  await searchField.click();
  await type('be');
  await addressed('when=all&q=be');
  await type('lla ');
  await addressed('when=all&q=bella');
  await expect.element(searchField).toHaveFocus();
  await expect.element(searchField).toHaveValue('bella ');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.element(searchField).toHaveValue('');
  await addressed('when=all');
});

test('a preset fills in the date fields, and a typed date replaces the preset', { tags: 'smoke' }, async () => {
  const { filters } = await renderList(createPracticeInMemory(), '/appointments?from=2026-06-01&to=2026-06-07');
  await expect.element(dateFrom).toHaveValue(shownDay('2026-06-01'));
  await page.getByRole('radio', { name: 'Today', exact: true }).click();
  await expect.poll(filters).toBe('when=today');
  const today = () => dateFrom.query()?.getAttribute('value');
  await waitUntil(() => expect(today()).toBe(dateTo.query()?.getAttribute('value')));
  await dateTo.fill('31.12.2099');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(filters()).toMatch(/^from=20\d\d-\d\d-\d\d&to=2099-12-31$/));
});

test.each([0, 120])('a day can be typed with pauses of %d ms', async (pauseMs) => {
  stopClock();
  const practice = createPracticeInMemory();
  const { filters } = await renderList(practice);
  const before = searchesOf(practice).length;
  await dateFrom.click();
  await type('6 june 2026', pauseMs);
  // Tab leads to the second date, which Enter applies.
  await dateTo.click();
  await waitUntil(() => expect(filters()).toBe('from=2026-06-06'));
  await expect.element(dateFrom).toHaveValue(shownDay('2026-06-06'));
  await type('7.7.2026', pauseMs);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(filters()).toBe('from=2026-06-06&to=2026-07-07'));
  await expect.element(matches).toHaveTextContent(/\d appointment/);
  // Incomplete years (2, 20 and 202) and days of other months were not searched.
  const sent = searchesOf(practice).slice(before);
  expect(sent.length).toBe(2);
  for (const { body } of sent) expect(JSON.stringify(body)).toMatch(/"2026-06-0/);
});

test('a typed date without a year is the nearest one, and the name of a week sets both days', async () => {
  const { filters } = await renderList(createPracticeInMemory());
  const zone = createPracticeInMemory().company.stores[0]?.timeZone ?? 'UTC';
  const today = dateIn(zone, Date.now());
  const before = addDays(today, -6);
  const [year, month, day] = before.split('-');
  await dateFrom.fill(`${day}.${month}.`);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(filters()).toBe(`from=${year}-${month}-${day}`));
  const monday = addDays(getWeekStart(today, 1), -7);
  for (const field of [dateFrom, dateTo]) {
    await field.fill('last week');
    pause();
    await userEvent.keyboard('{Enter}');
    await waitUntil(() => expect(filters()).toBe(`from=${monday}&to=${addDays(monday, 6)}`));
    await expect.element(dateFrom).toHaveValue(shownDay(monday));
    await expect.element(dateTo).toHaveValue(shownDay(addDays(monday, 6)));
  }
});

test('an invalid date shows a message and is not requested', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory();
  const { filters } = await renderList(practice, '/appointments?from=2026-06-15');
  const before = searchesOf(practice).length;
  await dateFrom.fill('blue monkey');
  await dateTo.click();
  await expect.element(dateFrom).toHaveAccessibleDescription(/That’s not a date/);
  await expect.element(dateFrom).toHaveAttribute('aria-invalid', 'true');
  expect(filters()).toBe('from=2026-06-15');
  expect(searchesOf(practice).length).toBe(before);
});

test('days passed with the arrow keys are not requested, and empty fields mean all days', async () => {
  stopClock();
  const practice = createPracticeInMemory();
  const { filters } = await renderList(practice, '/appointments?from=2026-06-15');
  const before = searchesOf(practice).length;
  await dateFrom.click();
  await userEvent.keyboard('{ArrowUp>3/}{ArrowDown}');
  await expect.element(dateFrom).toHaveValue(shownDay('2026-06-17'));
  await later(() => expect(filters()).toBe('from=2026-06-17'));
  await expect.poll(() => searchesOf(practice).length).toBe(before + 1);
  await userEvent.keyboard('{Delete}');
  await later(() => expect(filters()).toBe('when=all'));
});

test('all filters fit in one row, and show the names of values from a link', async () => {
  const practice = createPracticeInMemory();
  const [vet] = practice.employees;
  const [store] = practice.company.stores;
  const unknown = '12345678-1234-4234-8234-123456789abc';
  const { filters } = await renderList(practice, `/appointments?when=all&vet=${vet?.id},${unknown}&store=${store?.id}`);
  const tops = ['Status', 'Vet', 'Visit type', 'Category', 'Store', 'Room'].map(
    (name) => page.getByRole('combobox', { name, exact: true }).element().getBoundingClientRect().top,
  );
  expect(new Set(tops).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280);
  await page.getByRole('combobox', { name: 'Vet', exact: true }).click();
  // A value that is in no list appears with an abbreviated id and can be removed.
  await page.getByRole('option', { name: unknown.slice(0, 8) }).click();
  await waitUntil(() => expect(filters()).toContain(`vet=${vet?.id}&`));
});
