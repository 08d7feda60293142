import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { showNotice } from './show-notice.ts';

const TODAY = '2026-06-03';

async function onScreen(width: number, height: number, direction: 'ltr' | 'rtl') {
  await page.viewport(width, height);
  document.documentElement.dir = direction;
  onTestFinished(async () => {
    document.documentElement.dir = 'ltr';
    await page.viewport(1280, 800);
  });
}

const notices = () => [...document.querySelectorAll<HTMLElement>('[data-notice]')];
const shownNotices = () => notices().filter((notice) => notice.checkVisibility());
const titles = () => shownNotices().map((notice) => notice.querySelector('h2')?.textContent);

/** Shows four notices with long texts, the latest of which is called “four”. */
async function showFour(): Promise<void> {
  for (const title of ['one', 'two', 'three', 'four']) {
    const text = 'Ada Okafor is busy at 10:00 · 10:00 – 10:30 Milo Berg and 2 others, and not everything is loaded.';
    showNotice({ id: title, tone: 'warn', title, text, action: { label: 'Undo', onClick() {} } });
  }
  await waitUntil(() => expect(notices()).toHaveLength(4));
}

const isHit = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (element === hit || element.contains(hit));
};
const placeOf = (element: Element) => JSON.stringify(element.getBoundingClientRect());
/** Everything on the screen that can be pressed, each with its position. */
const pressable = () =>
  new Map(
    [...document.querySelectorAll('button, a[href], input, select, summary, [data-appointment]')]
      .filter((element) => !element.closest('[data-notice], .notices') && isHit(element))
      .map((element) => [element, placeOf(element)]),
  );

/** Everything that can be pressed, once nothing moves any more. */
async function steady(): Promise<Map<Element, string>> {
  let latest = pressable();
  for (let frames = 0; frames < 20; frames += 1) {
    await new Promise(requestAnimationFrame);
    const next = pressable();
    if ([...next].join() !== [...latest].join()) frames = 0;
    latest = next;
  }
  return latest;
}

const overlaps = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Expects that the notices have moved nothing that can be pressed, cover nothing of it, and are on the screen
 * themselves.
 */
function expectClear(before: ReadonlyMap<Element, string>): void {
  expect([...before].filter(([element, place]) => placeOf(element) !== place || !isHit(element))).toEqual([]);
  for (const notice of shownNotices()) {
    const box = notice.getBoundingClientRect();
    expect([...before.keys()].filter((element) => overlaps(box, element.getBoundingClientRect()))).toEqual([]);
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(innerWidth);
    for (const button of notice.querySelectorAll('button')) expect(isHit(button)).toBe(true);
  }
}

const sizes = [
  [1280, 800, 'ltr'],
  [834, 1112, 'ltr'],
  [390, 844, 'rtl'],
] as const;
const screens = [
  ['calendar', ''],
  ['details', '&appointment'],
  ['booking panel', '&new=1'],
] as const;

test.each(screens.flatMap((screen) => sizes.map((size) => [...screen, ...size] as const)))(
  'notices move and cover nothing that is pressed: %s %s at %i × %i, %s',
  async (_, search, width, height, direction) => {
    await onScreen(width, height, direction);
    const practice = createPracticeInMemory({ today: TODAY, hasExtensions: true });
    const [visit] = practice.appointments;
    const app = await renderApp(
      practice,
      `/?date=${TODAY}${search === '&appointment' ? `${search}=${visit?.id}` : search}`,
    );
    await app.settled();
    const before = await steady();
    expect(before.size).toBeGreaterThan(4);
    await showFour();
    const most = width < 1280 ? 1 : 2;
    expect(titles()).toEqual(['four', 'three'].slice(0, most));
    expectClear(before);

    // A press shows the other notices, and all texts in full.
    await page.getByRole('button', { name: `${4 - most} more` }).click();
    await waitUntil(() => expect(titles()).toEqual(['four', 'three', 'two', 'one']));
    await userEvent.keyboard('{Escape}');
    await waitUntil(() => expect(titles()).toEqual(['four', 'three'].slice(0, most)));
    expectClear(before);
  },
);

test.each(sizes)('notices stand above a dialog, at %i × %i, %s', async (width, height, direction) => {
  await onScreen(width, height, direction);
  await renderApp(createPracticeInMemory({ today: TODAY }), `/?date=${TODAY}`);
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  const before = await steady();
  await showFour();
  expectClear(before);
});

test('a short notice is whole beside a long one', async () => {
  await onScreen(1280, 800, 'ltr');
  const practice = createPracticeInMemory({ today: TODAY });
  await renderApp(practice, `/?date=${TODAY}&appointment=${practice.appointments[0]?.id}`);
  const action = { label: 'Undo', onClick() {} };
  showNotice({ id: 'short', tone: 'ok', title: 'Beau', text: 'Cancelled', action });
  const text =
    'Tue, Dec 1, 9:00 AM – 9:15 AM EST at Alder Creek – Downtown, Kwame Mensah, Consult 1, with Dr. Tom D’Angelo';
  showNotice({ id: 'long', tone: 'ok', title: 'Booked: Winston', text, action });
  await waitUntil(() => expect(titles()).toEqual(['Booked: Winston', 'Beau']));
  const [long, short] = shownNotices();
  const parts = [...(short?.querySelectorAll('h2, p') ?? []), long?.querySelector('h2')];
  expect(parts).toHaveLength(3);
  for (const part of parts) expect(part?.scrollWidth).toBe(part?.clientWidth);
});

test('More shows the whole text of a notice, and the page in front of it is used on', async () => {
  await renderApp(createPracticeInMemory({ today: TODAY }), `/?date=${TODAY}`);
  const text = `${'A text of which only the beginning fits into the line. '.repeat(4)}And its end.`;
  showNotice({ tone: 'warn', title: 'Not saved', text });
  const notice = page.getByRole('dialog', { name: 'Not saved' });
  const shownText = notice.getByText(/^A text of which/);
  const isCut = () => shownText.element().scrollWidth > shownText.element().clientWidth;
  await waitUntil(() => expect(isCut()).toBe(true));
  await notice.getByRole('button', { name: 'More' }).click();
  await waitUntil(() => expect(isCut()).toBe(false));
  await expect.element(notice).toHaveFocus();
  await page.getByRole('button', { name: 'Next day' }).click();
  await waitUntil(() => expect(isCut()).toBe(true));
});

test.each([
  [1280, 'ltr'],
  [1280, 'rtl'],
  [834, 'ltr'],
] as const)('notices use the space beside the status bar, at %i wide, %s', async (width, direction) => {
  await onScreen(width, 800, direction);
  const app = await renderApp(createPracticeInMemory({ today: TODAY }), `/?date=${TODAY}`);
  await app.settled();
  const show = (title: string, text?: string) =>
    showNotice({ id: 'one', tone: 'ok', title, ...(text ? { text } : {}), action: { label: 'Undo', onClick() {} } });
  const cut = () =>
    shownNotices().flatMap((notice) =>
      [...notice.querySelectorAll('h2, p')].filter((part) => part.scrollWidth > part.clientWidth),
    );

  show('2 entries copied');
  await waitUntil(() => expect(titles()).toEqual(['2 entries copied']));
  expect(cut()).toEqual([]);
  const long = 'Moved to Thu, Dec 10, 2:45 PM – 3:15 PM';
  show('Bella', long);
  await expect.element(page.getByText(long)).toBeVisible();
  expect(cut()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'More', exact: true })).not.toBeInTheDocument();
  // Notices with more text than fits begin where the status bar ends.
  show('Bella', `${long} and so on`.repeat(6));
  await expect.element(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
  const bar = document.querySelector('footer')?.getBoundingClientRect();
  const notice = shownNotices()[0]?.getBoundingClientRect();
  if (!bar || !notice) throw new Error('There is no status bar, or no notice.');
  const gap = direction === 'rtl' ? bar.left - notice.right : notice.left - bar.right;
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(40);
});
