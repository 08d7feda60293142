import { i18n, type Messages } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { texts } from '#app/text/shared-texts.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letManage } from '#testing/management-in-memory.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { letSetUp } from '#testing/setup-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

// A pseudo-language: accents on every letter and 40 % more letters. Any plain text on a screen was never marked for
// translation; any text that does not fit would not fit in German either.

const ACCENTS: Record<string, string> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [
    letter,
    [...'åƀçđêƒğĥîĵķļɱñøþǫŕšţûṽŵẋýž'][index] ?? letter,
  ]),
);
const MARKUP = /(<\/?\d+\/?>)/;

function accented(text: string): string {
  return [...text]
    .map((letter) => {
      const lower = letter.toLowerCase();
      const other = ACCENTS[lower];
      if (other === undefined) return letter;
      return letter === lower ? other : other.toUpperCase();
    })
    .join('');
}

/** A text with accented letters and 40 % more of them, in words no longer than in real languages. */
function pseudo(text: string): string {
  const letters = text.match(/[a-z]/gi)?.length ?? 0;
  const more = 'ẋ'
    .repeat(Math.ceil(letters * 0.4))
    .replace(/.{7}/g, '$& ')
    .trim();
  const longer = more.length > 4 ? `${text} ${more}` : `${text.trimEnd()}${more}${/\s*$/.exec(text)?.[0]}`;
  return text.split(MARKUP).length > 1
    ? text
        .split(MARKUP)
        .map((part) => (MARKUP.test(part) ? part : accented(part)))
        .join('')
    : accented(longer);
}

type Token = Messages[string];

function pseudoToken(token: unknown, isText = true): unknown {
  if (typeof token === 'string') return isText && token !== '#' ? pseudo(token) : token;
  if (!Array.isArray(token)) return token;
  // A value: its name, its kind, and for a plural a message for each form.
  const [name, kind, forms] = token;
  if (forms === undefined || typeof forms !== 'object') return token;
  const changed = Object.entries(forms).map(([form, message]) => [form, pseudoMessage(message)]);
  return [name, kind, Object.fromEntries(changed)];
}

function pseudoMessage(message: unknown): unknown {
  return Array.isArray(message) ? message.map((token) => pseudoToken(token)) : pseudoToken(message);
}

const GREEK = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [letter, 'αβγδεφγηιζκλμνοπκρστυωχξψζ'[index] ?? 'ω']),
);
const DATA = new Set([
  'name',
  'firstName',
  'lastName',
  'clientName',
  'title',
  'label',
  'visitTypeName',
  'species',
  'breed',
  'sex',
  'notes',
  'bookingNotes',
  'clientNotes',
  'employeeName',
]);

/** The practice's data with all human-written texts in Greek, unlike the app's own texts. */
function inGreek(practice: PracticeInMemory): PracticeInMemory {
  const greek = (text: string) => [...text.toLowerCase()].map((letter) => GREEK[letter] ?? letter).join('');
  return {
    ...practice,
    async fetch(input, init) {
      const response = await practice.fetch(input, init);
      const text = await response.text();
      const body =
        text === ''
          ? text
          : JSON.stringify(
              JSON.parse(text, (key, value) => (DATA.has(key) && typeof value === 'string' ? greek(value) : value)),
            );
      return new Response(body, { status: response.status, headers: response.headers });
    },
  };
}

/**
 * Words that `Intl` provides in the locale of the page, and names: of the product, its language, keys, formats, cities.
 */
const allowed = new Set([
  'frontdesk',
  'english',
  'alt',
  'csv',
  'icalendar',
  'utc',
  'gmt',
  'am',
  'pm',
  'new',
  'york',
  'chicago',
  'america',
]);
for (const format of [{ weekday: 'long' }, { weekday: 'short' }, { month: 'long' }, { month: 'short' }] as const)
  for (let day = 0; day < 365; day += 1)
    allowed.add(
      new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' }).format(day * 86_400_000).toLowerCase(),
    );
for (const zone of ['America/New_York', 'America/Chicago', Intl.DateTimeFormat().resolvedOptions().timeZone])
  for (const timeZoneName of ['short', 'long'] as const)
    for (const month of [0, 6])
      for (const word of new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName })
        .format(Date.UTC(2026, month))
        .match(/[a-z]+/gi) ?? [])
        allowed.add(word.toLowerCase());

/** Whole phrases that `Intl` provides, whose words on their own are the app's: `next week`. */
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const distances = (['day', 'week', 'month', 'year'] as const).flatMap((unit) =>
  [-2, -1, 0, 1, 2].map((distance) => relative.format(distance, unit)),
);
const allowedPhrases = new RegExp(distances.map((phrase) => phrase.replace(/\d+/, '\\d+')).join('|'), 'gi');

const ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
];

function isDrawn(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/** The visible and announced texts that were not marked for translation. */
function untranslated(): string[] {
  const texts = new Set([document.title]);
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, style, code, kbd, [lang]:not(html)') || !isDrawn(element)) continue;
    for (const name of ATTRIBUTES) texts.add(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent ?? '');
  }
  return [...texts].filter((text) =>
    (text.replace(allowedPhrases, '').match(/[A-Za-z]{2,}/g) ?? []).some((word) => !allowed.has(word.toLowerCase())),
  );
}

/** The app's own texts that do not fit into their space. */
function cut(): string[] {
  const found: string[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!isDrawn(element) || element.closest('.sr-only, [inert]')) continue;
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join('');
    if (!/[ẋåêîøû]/.test(own) || /[α-ω]/.test(own)) continue;
    const { overflowX } = getComputedStyle(element);
    // An element of one pixel is only for screen readers, so it does not count.
    if (element.clientWidth > 1 && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
      found.push(own);
  }
  return found;
}

interface ScreenProblems {
  untranslated: string[];
  cut: string[];
  wider: boolean;
}

/** The problems with the screen; null if there are none. */
function problemsOfScreen(): ScreenProblems | null {
  const problems = {
    untranslated: untranslated(),
    cut: cut(),
    wider: document.documentElement.scrollWidth > window.innerWidth,
  };
  return problems.untranslated.length + problems.cut.length > 0 || problems.wider ? problems : null;
}

beforeAll(() => {
  const catalogues = import.meta.glob<{ messages: Messages }>('/translations/en.po', { eager: true });
  const english = Object.values(catalogues)[0]?.messages ?? {};
  const entries = Object.entries(english).map(([id, message]) => [id, pseudoMessage(message) as Token]);
  // The pseudo-language has its own tag, so that the English texts that the app loads do not replace it.
  i18n.loadAndActivate({ locale: 'en-XA', messages: Object.fromEntries(entries) });
});

afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const TODAY = '2026-06-03';
const STORE = idOf(2, 1);
const VISIT = idOf(8, 900);
const board = `/?date=${TODAY}&store=${STORE}`;

function plainPractice(): PracticeInMemory {
  const practice = createPracticeInMemory({ today: TODAY, hasExtensions: true });
  practice.add({
    id: VISIT,
    start: `${TODAY}T13:00:00.000Z`,
    end: `${TODAY}T13:30:00.000Z`,
    status: 'confirmed',
    roomId: idOf(3, 11),
    employees: [{ id: idOf(6, 1), isMainEmployee: true }],
    notes: 'Bites',
    updatedAt: '2026-06-01T08:00:00.123Z',
  });
  const [start, end] = ['2041-06-05T12:00:00.000Z', '2041-06-05T12:30:00.000Z'];
  practice.add({ start, end, status: 'requested', clientNotes: 'Limps' });
  practice.waitingList.add({
    id: VISIT,
    ...{ createdAt: '2026-06-01T08:00:00.123Z', employeeId: idOf(6, 1), weekdays: [2, 4], latest: '12:30' },
    notes: 'Fasts',
  });
  return practice;
}

const screens: [what: string, address: string, ...keys: string[]][] = [
  ['the day by room', board],
  ['the day by vet', `${board}&view=vets`],
  ['the week', `${board}&view=week`],
  ['the list of the day', `${board}&view=list`],
  ['the flow', `${board}&view=flow`],
  ['the details', `${board}&appointment=${VISIT}`],
  ['the form', `${board}&new=1`],
  ['the form with a pet', `${board}&new=1&pet=${idOf(4, 1)}`],
  ['the keys', board, '?'],
  ['the search', board, '{Control>}k{/Control}'],
  ['all appointments', '/appointments'],
  ['a search without a match', '/appointments?q=zzzz'],
  ['requests', '/requests'],
  ['the waiting list', '/waiting'],
  ['an entry of the waiting list', `/waiting?edit=${VISIT}`],
  ['a pet', `/pets/${idOf(4, 1)}`],
  ['a client', `/clients/${idOf(5, 1)}`],
  ['the settings', '/settings'],
  ['a page that is not there', '/1'],
];

describe.each([1280, 390])('at %i pixels every text is translated, and fits', (width) => {
  beforeAll(() => page.viewport(width, 844));
  afterAll(() => page.viewport(1280, 800));

  test.each(screens)('%s', async (_what, address, ...keys) => {
    const { settled } = await renderApp(inGreek(plainPractice()), address);
    if (keys.length > 0) await settled();
    for (const key of keys) await userEvent.keyboard(key);
    await settled();
    expect(problemsOfScreen()).toBeNull();
  });
});

const button = (name: string) => page.getByRole('button', { name, exact: true }).first();

/** Screens that need more than a URL: special data, or interaction. */
const states: [
  what: string,
  address: string,
  prepare: (practice: PracticeInMemory) => void,
  act: () => Promise<unknown>,
][] = [
  [
    'signing in',
    board,
    ({ session }) => Object.assign(session, { access: 'sign_in', signedIn: false }),
    () => expect.element(page.getByLabelText(t`Sign-in key`)).toBeVisible(),
  ],
  [
    'a key that is refused',
    board,
    (practice) => practice.answer('GET /v1/companies', () => failure(401)),
    () => expect.element(page.getByText(t`The practice system no longer accepts Frontdesk’s key`)).toBeVisible(),
  ],
  [
    'a day that could not be loaded',
    board,
    (practice) => practice.answer('POST /v1/appointments/search', () => failure(500)),
    () => expect.element(page.getByRole('alert').first()).toBeVisible(),
  ],
  [
    'a busy practice system',
    board,
    (practice) => practice.answer('POST /v1/appointments/search', () => failure(429)),
    () => expect.element(page.getByText(texts.waiting).first()).toBeVisible(),
  ],
  [
    'a form with nothing in it that is sent',
    `${board}&new=1`,
    () => undefined,
    () => button(texts.bookAppointment).click(),
  ],
  [
    'the choice of a date',
    board,
    () => undefined,
    async () => {
      await page.getByRole('heading', { level: 1 }).getByRole('button').click();
      await expect.element(page.getByRole('dialog').getByRole('grid')).toBeVisible();
    },
  ],
  ['another time', `${board}&appointment=${VISIT}`, () => undefined, () => button(t`Reschedule`).click()],
  ['the statuses', `${board}&appointment=${VISIT}`, () => undefined, () => button(t`Status`).click()],
  [
    'what was changed',
    `${board}&appointment=${VISIT}`,
    () => undefined,
    () => page.getByText(t`History`, { exact: true }).click(),
  ],
  [
    'a person with a key that is to be revoked',
    `/practice?part=people&edit=${idOf(6, 2)}`,
    (practice) => {
      const [access, createdAt] = ['read_write', '2026-06-03T12:00:00.000Z'] as const;
      const { keys } = letManage(practice);
      keys.push({ id: VISIT, employeeId: idOf(6, 2), access, createdAt, expiresAt: null, revokedAt: null });
    },
    () => page.getByText(t({ message: 'Revoke', comment: 'button: a key' }), { exact: true }).click(),
  ],
  [
    'a demo practice',
    board,
    (practice) => letSetUp(practice, { setUp: 'beside_demo', code: 'K7M' }),
    async () => {
      await page.getByRole('link', { name: t`Set up your own practice` }).click();
      await page.getByRole('button', { name: t`Set up practice` }).click();
    },
  ],
];

/** An error of the practice system, whose own message is in Greek. */
function failure(status: number): Response {
  const error = { error: 'λάθος', suggestion: 'Δοκιμάστε ξανά.', statusCode: status, errorId: '1' };
  return Response.json(error, { status, headers: status === 429 ? { 'retry-after': '60' } : {} });
}

test.each(states)('%s is translated', async (_what, address, prepare, act) => {
  const practice = plainPractice();
  prepare(practice);
  await renderApp(inGreek(practice), address);
  await act();
  // The labels of the statuses may load last.
  await waitUntil(() => expect(practice.unanswered()).toBe(0));
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(problemsOfScreen()).toBeNull();
});
