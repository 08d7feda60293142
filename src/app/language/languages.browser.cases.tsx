import { t } from '@lingui/core/macro';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { enumLabel } from '#app/appearance/enum-labels.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letManage } from '#testing/management-in-memory.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { letSetUp } from '#testing/setup-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { chooseLanguage, languages } from './languages.ts';
import { loadFirstMessages, loadOtherMessages } from './load-messages.ts';
import { shownLanguage, shownLocale } from './shown-language.ts';

// These tests run once for each language except English, on a page in that language (src/testing/languages).

/** An upcoming Wednesday, on which the practice is open. */
const DAY = '2041-06-05';
const BOARD = `/?date=${DAY}&store=${idOf(2, 1)}`;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** One language of each direction, since axe's results are the same in the others. */
const looked = new Set<string>(['ar', 'de']);

beforeAll(async () => {
  await loadFirstMessages();
  await loadOtherMessages();
});
afterEach(() => page.viewport(DESK.width, DESK.height));

async function open(address: string) {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
  if (address.startsWith('/practice')) letManage(practice);
  else letSetUp(practice, { setUp: 'beside_demo', code: 'K7M' });
  const { settled } = await renderApp(practice, address);
  await settled();
  return practice;
}

test('the app uses the browser’s language, with its region and direction', () => {
  const [locale = ''] = navigator.languages;
  expect(locale).not.toMatch(/^en/);
  expect(shownLocale).toBe(locale);
  expect(locale.startsWith(shownLanguage.tag)).toBe(true);
  expect(shownLanguage).toEqual(chooseLanguage(null, [locale]));
  const { lang, dir } = document.documentElement;
  expect({ lang, dir }).toEqual({ lang: shownLanguage.tag, dir: locale.startsWith('ar') ? 'rtl' : 'ltr' });
});

test('every language except English has a test page', () => {
  const pages = Object.keys(import.meta.glob('/src/testing/languages/*.wide.browser.test.tsx'));
  const tested = pages.map((path) => path.match(/(\w+)\.wide/)?.[1]);
  expect(tested.toSorted()).toEqual(languages.flatMap(({ tag }) => (tag === 'en' ? [] : [tag])).toSorted());
});

test.each([
  { address: BOARD, name: () => t`Calendar` },
  { address: '/settings', name: () => t`Settings` },
  { address: '/appointments', name: () => t`Appointments` },
  {
    address: '/setup',
    name: () => t({ message: 'Set up your practice', comment: 'the page on which a practice is set up' }),
  },
  { address: `/practice?part=people&edit=${idOf(6, 2)}`, name: () => t`People` },
])('$address is translated, accessible and no wider than the screen', async ({ address, name }) => {
  await open(address);
  if (address === BOARD) await expect.element(page.getByRole('main', { name: name(), exact: true })).toBeVisible();
  else await expect.element(page.getByRole('heading', { level: 1, name: name(), exact: true })).toBeInTheDocument();
  for (const { width, height } of [DESK, PHONE]) {
    await page.viewport(width, height);
    if (looked.has(shownLanguage.tag))
      await expectAccessible(`${address}, ${width} pixels wide`, { rules: 'all but contrast' });
    // The page adapts to a new width within the next frames.
    await waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width));
    if (address !== BOARD || width < 1280) continue;
    const statuses = page.getByRole('group', { name: t`Status`, exact: true }).element().closest('.scroll-row');
    await waitUntil(() => expect(statuses?.scrollWidth).toBeLessThanOrEqual(statuses?.clientWidth ?? 0));
  }
});

const confirmed = () => enumLabel('APPOINTMENT_STATUS', 'confirmed', null);

test('a status has the same translation on the board, in the details, in the list and in Settings', async () => {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true, appointments: 0 });
  const { id } = practice.add({ start: `${DAY}T14:00:00.000Z`, end: `${DAY}T14:30:00.000Z`, status: 'confirmed' });
  const { router, settled } = await renderApp(practice, `${BOARD}&appointment=${id}`);
  await settled();
  const word = confirmed();
  expect(word).not.toBe('Confirmed');
  const chips = page.getByRole('group', { name: t`Status`, exact: true });
  await expect.element(chips.getByText(word, { exact: true })).toBeInTheDocument();
  expect(chips.element().textContent).not.toContain('Confirmed');
  await expect.element(page.getByRole('button', { name: new RegExp(`, ${word}`) }).first()).toBeVisible();
  await expect.element(page.getByRole('complementary').getByText(word, { exact: true }).first()).toBeVisible();
  await router.navigate({ to: '/appointments', search: { when: 'all' } });
  await expect.element(page.getByRole('gridcell', { name: word, exact: true }).first()).toBeVisible();
  await router.navigate({ to: '/settings' });
  await expect.element(page.getByRole('radio', { name: word, exact: true })).toBeInTheDocument();
});

test('the form shows a date in the format of the language, without cutting it off, and parses it as typed there', async () => {
  await open(`${BOARD}&new=1`);
  const form = page.getByRole('dialog', { name: t`New appointment` });
  const date = form.getByRole('textbox', { name: t`Date`, exact: true });
  const look = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const shown = (day: string) => new Intl.DateTimeFormat(navigator.language, look).format(Date.parse(day));
  await expect.element(date).toHaveValue(shown(DAY));
  await date.fill('24.11.2041');
  await userEvent.keyboard('{Tab}');
  await expect.element(date).toHaveValue(shown('2041-11-24'));
  for (const { width, height } of [DESK, PHONE]) {
    await page.viewport(width, height);
    await waitUntil(() => expect(date.element().scrollWidth).toBeLessThanOrEqual(date.element().clientWidth));
  }
});

test('the list accepts a date as typed there, and shows it in the format of the language', async () => {
  await open('/appointments');
  const from = page.getByRole('textbox', { name: t`Date from`, exact: true });
  await from.fill('24.11.2041');
  await userEvent.keyboard('{Tab}');
  const look = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const shown = new Intl.DateTimeFormat(navigator.language, look).format(Date.parse('2041-11-24'));
  await expect.element(from).toHaveValue(shown);
  const { scrollWidth, clientWidth } = from.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

/** Quarter to eleven as people type it, in the languages that differ most from English. */
const typed = { ar: '١٠:٤٥', de: '10.45 Uhr' };

test.each(Object.entries(typed).filter(([tag]) => tag === shownLanguage.tag))(
  'in %s an appointment is booked by keyboard, at %s',
  async (_tag, time) => {
    const practice = await open(BOARD);
    await userEvent.keyboard('n');
    const form = page.getByRole('dialog', { name: t`New appointment` });
    await expect.element(form.getByRole('combobox', { name: t`Pet`, exact: true })).toHaveFocus();
    await expectAccessible('the form', { rules: 'all but contrast' });
    await userEvent.keyboard('be');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await userEvent.keyboard('{Enter}vac');
    const start = form.getByRole('textbox', { name: t`Start`, exact: true });
    await expect
      .poll(async () => {
        await userEvent.keyboard('{Tab}');
        return start.element() === document.activeElement;
      })
      .toBe(true);
    await userEvent.keyboard(time);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(form).not.toBeInTheDocument();
    const [created, ...others] = practice.creates();
    expect(others).toEqual([]);
    expect(created?.start).toBe(`${DAY}T14:45:00.000Z`);
  },
);
