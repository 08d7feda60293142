import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { eventually } from '#testing/eventually.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';

// This runs in a browser of Colombia, where times are the longest of all.

const TODAY = '2026-06-03';

test('the times of a visit take one line, and beside the details its names have room', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY });
  const [start, end] = [`${TODAY}T16:00:00.000Z`, `${TODAY}T16:30:00.000Z`];
  const { id } = practice.add({ start, end });
  const app = await renderApp(practice, `/?date=${TODAY}&store=${idOf(2, 1)}&view=list`);
  await eventually(() => expect(times(id).textContent).toMatch(/^12:00\sp\.\sm\. – 12:30\sp\.\sm\.$/u));
  expect(times(id).getClientRects()).toHaveLength(1);
  expect(times(id).offsetHeight).toBeLessThan(1.6 * Number.parseFloat(getComputedStyle(times(id)).fontSize));
  expect(names(id).scrollWidth).toBeLessThanOrEqual(names(id).clientWidth);

  await page.getByRole('button', { name: /12:00/ }).click();
  await expect.poll(app.address).toContain(`appointment=${id}`);
  await expect.element(page.getByRole('button', { name: 'Book follow-up' })).toBeVisible();
  for (const text of row(id).querySelectorAll<HTMLElement>('.truncate')) {
    expect(text.scrollWidth, text.textContent).toBeLessThanOrEqual(text.clientWidth);
  }
});

function row(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-appointment="${id}"]`);
  if (!found) throw new Error('The list does not show the visit.');
  return found;
}

function times(id: string): HTMLElement {
  const found = row(id).querySelector<HTMLElement>('.tabular-nums');
  if (!found) throw new Error('The row has no times.');
  return found;
}

function names(id: string): HTMLElement {
  const found = row(id).querySelector('bdi.font-semibold')?.parentElement;
  if (!found) throw new Error('The row has no names.');
  return found;
}
