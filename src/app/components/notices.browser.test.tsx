import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { showNotice } from './show-notice.ts';

const dialog = page.getByRole('dialog', { name: 'New appointment' });
const field = (name: string) => dialog.getByRole('combobox', { name });

/** Whether the corners of an element can be clicked, allowing for their rounding. */
function isClear(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [left + 3, right - 3].every((x) =>
    [top + 3, bottom - 3].every((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && element.contains(hit);
    }),
  );
}

async function onScreen(width: number, height: number, direction: 'ltr' | 'rtl') {
  await page.viewport(width, height);
  document.documentElement.dir = direction;
  onTestFinished(async () => {
    document.documentElement.dir = 'ltr';
    await page.viewport(1280, 800);
  });
}

async function showTwoNotices() {
  for (const id of ['first', 'second']) {
    const text = 'Somebody else changed this appointment meanwhile: it is now at 10:30 in room 2 at North.';
    showNotice({ id, tone: 'warn', title: `The ${id} was not saved`, text, action: { label: 'Show', onClick() {} } });
  }
  const notices = page.getByText(/^The \w+ was not saved$/);
  await waitUntil(() => expect(notices.elements()).toHaveLength(2));
  return notices.elements();
}

test.each([
  [1280, 800, 'ltr'],
  [1280, 800, 'rtl'],
  [1024, 1366, 'ltr'],
  [390, 844, 'ltr'],
  [390, 844, 'rtl'],
] as const)(
  'no notice covers a button of the form or leaves the screen, at %i × %i, %s',
  async (width, height, direction) => {
    await onScreen(width, height, direction);
    const practice = createPracticeInMemory({ today: '2031-05-01' });
    const data = { httpStatus: 400, suggestion: 'Ask support.', errorInstanceId: 'fault-1' };
    const refusal = { type: 'INVALID_REQUEST', message: 'refused', data };
    practice.answer('POST /v1/appointments', () => Response.json(refusal, { status: 400 }));
    await renderApp(practice, '/?new=1&date=2031-06-04&start=2031-06-04T10:15');
    await expect.element(field('Pet')).toHaveFocus();
    await field('Pet').fill('bella');
    await page.getByRole('option').first().click();
    await field('Visit type').fill('vac');
    await page.getByRole('option').first().click();
    const notices = await showTwoNotices();
    const buttons = ['Close', 'Book appointment'].flatMap((name) =>
      dialog.getByRole('button', { name, exact: true }).elements(),
    );
    expect(buttons).toHaveLength(2);
    const covered = () => [...buttons, ...notices].filter((element) => !isClear(element));
    await expect.poll(covered).toEqual([]);

    // The error of a refusal is shown above the buttons of the form.
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toBeVisible();
    buttons.push(alert.getByRole('button', { name: 'Copy error id' }).element());
    await expect.poll(covered).toEqual([]);

    // In landscape, a tablet has less height.
    await page.viewport(width, 600);
    await expect.poll(covered).toEqual([]);
  },
);

test.each([
  [1280, 800, 'ltr'],
  [1280, 800, 'rtl'],
  [390, 844, 'ltr'],
] as const)('no notice covers a booking opened from the details, at %i × %i, %s', async (width, height, direction) => {
  await onScreen(width, height, direction);
  const practice = createPracticeInMemory({ today: '2026-06-03', beyond: true });
  const [visit] = practice.appointments;
  await renderApp(practice, `/?date=2026-06-03&appointment=${visit?.id}`);
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect.element(details.getByRole('button', { name: 'Book again' })).toBeVisible();
  const notices = await showTwoNotices();
  const buttons = ['Status', 'Book again'].map((name) => details.getByRole('button', { name }).element());
  const covered = () => [...buttons, ...notices].filter((element) => !isClear(element));
  await expect.poll(covered).toEqual([]);
  await page.viewport(width, 600);
  await expect.poll(covered).toEqual([]);
  // After scrolling down, the buttons are higher.
  details.getByText('Last appointments', { exact: true }).element().scrollIntoView({ block: 'end' });
  await expect.poll(covered).toEqual([]);
});

test('a notice beside a panel is wide enough for a sentence', async () => {
  await onScreen(1280, 800, 'ltr');
  const practice = createPracticeInMemory({ today: '2026-06-03' });
  const [visit] = practice.appointments;
  await renderApp(practice, `/?date=2026-06-03&appointment=${visit?.id}`);
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  showNotice({
    tone: 'ok',
    title: 'Booked: Bella',
    text: 'Mon, Nov 23, 12:00 PM – 12:30 PM at Alder Creek – Downtown',
  });
  const booked = page.getByText(/^Mon, Nov 23/);
  await expect.element(booked).toBeVisible();
  expect(booked.element().getBoundingClientRect().width).toBeGreaterThan(250);
});

test('only the notices are restyled when the details open, not the whole board', async () => {
  const practice = createPracticeInMemory({ today: '2026-06-03' });
  const [visit] = practice.appointments;
  await renderApp(practice, `/?date=2026-06-03&appointment=${visit?.id}`);
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  const [notice] = await showTwoNotices();
  const foot = (element: Element | undefined) => element && getComputedStyle(element).getPropertyValue('--panel-foot');
  await expect.poll(() => foot(notice)).toMatch(/^\d/);
  expect(foot(page.getByRole('main').element())).toBe('');
});
