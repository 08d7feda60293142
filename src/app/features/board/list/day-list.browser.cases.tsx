import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

// Runs in a browser with the locale of Colombia, which has the longest times of all.

const TODAY = '2026-06-03';
const NORTH = idOf(2, 1);

test('times fit on one line, and names have room even beside the details', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY });
  const [start, end] = [`${TODAY}T16:00:00.000Z`, `${TODAY}T16:30:00.000Z`];
  const { id } = practice.add({ start, end });
  const app = await renderApp(practice, `/?date=${TODAY}&store=${NORTH}&view=list`);
  await waitUntil(() => expect(times(id).textContent).toMatch(/^12:00\sp\.\sm\. – 12:30\sp\.\sm\.$/u));
  expectOneLine(id);
  expect(names(id).scrollWidth).toBeLessThanOrEqual(names(id).clientWidth);

  await page.getByRole('row', { name: /12:00/ }).click();
  await expect.poll(app.address).toContain(`appointment=${id}`);
  await expect.element(page.getByRole('button', { name: 'Book again' })).toBeVisible();
  for (const text of row(id).querySelectorAll<HTMLElement>('.truncate')) {
    expect(text.scrollWidth, text.textContent).toBeLessThanOrEqual(text.clientWidth);
  }
});

test('even in the widest font, times stay on one line, aligned and inside the list', async () => {
  // Wider than Verdana and DejaVu Sans, whatever fonts are installed.
  document.body.style.letterSpacing = '0.12em';
  onTestFinished(async () => {
    document.body.style.letterSpacing = '';
    await page.viewport(1280, 800);
  });
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY });
  const add = (from: string, to: string) =>
    practice.add({ start: `${TODAY}T${from}:00.000Z`, end: `${TODAY}T${to}:00.000Z`, status: 'in_progress' }).id;
  const visits = [add('13:00', '13:30'), add('16:00', '16:30')];
  const stay = practice.add({ start: '2026-06-01T16:00:00.000Z', end: '2026-06-08T16:30:00.000Z' }).id;
  await renderApp(practice, `/?date=${TODAY}&store=${NORTH}&view=list`);
  await page.getByRole('button', { name: '1 stay' }).click();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.viewport(width, height);
    // A narrow list shows only the start.
    const since = width < 1024 ? /^lun, 1 de jun$/u : /^lun, 1.* → lun, 8/u;
    await waitUntil(() => expect(times(stay).textContent).toMatch(since));
    visits.forEach(expectOneLine);
    const list = page.getByRole('region', { name: 'List' }).element();
    expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth);
    // If a stay needs two lines, each has one of its ends.
    for (const part of times(stay).querySelectorAll('span')) expect(part.getClientRects()).toHaveLength(1);
    if (width < 1024) continue;
    expect(new Set(visits.map((id) => names(id).getBoundingClientRect().left)).size).toBe(1);
    const status = row(visits[0] ?? '').querySelector('bdi');
    expect(status?.scrollWidth).toBeLessThanOrEqual(status?.clientWidth ?? 0);
  }
});

function expectOneLine(id: string): void {
  expect(times(id).offsetHeight).toBeLessThan(1.6 * Number.parseFloat(getComputedStyle(times(id)).fontSize));
}

function row(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-appointment="${id}"]`);
  if (!found) throw new Error('The list does not show the visit.');
  return found;
}

/** The times of a row: both on a wide list, only the start on a narrow one. */
function times(id: string): HTMLElement {
  const found = [...row(id).querySelectorAll<HTMLElement>('td:first-child > span')].find((element) =>
    element.checkVisibility(),
  );
  if (!found) throw new Error('The row has no times.');
  return found;
}

function names(id: string): HTMLElement {
  const found = row(id).querySelector<HTMLElement>('bdi.font-semibold');
  if (!found) throw new Error('The row does not name the pet.');
  return found;
}
