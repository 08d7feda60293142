import { Temporal } from 'temporal-polyfill';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';

const MINUTE = 60_000;
const block = (id: string) => document.querySelector(`[data-appointment="${id}"]`);

test('the line of the present is behind the blocks, so that none looks struck through', async () => {
  const practice = createPracticeInMemory();
  // It is not near midnight in both of its zones.
  const store = practice.company.stores.find(({ timeZone }) => {
    const { hour } = Temporal.Now.zonedDateTimeISO(timeZone);
    return hour > 0 && hour < 23;
  });
  const now = Date.now();
  const { id } = practice.add({
    storeId: store?.id ?? '',
    start: new Date(now - 45 * MINUTE).toISOString(),
    end: new Date(now + 45 * MINUTE).toISOString(),
  });
  await renderApp(practice, `/?store=${store?.id}`);
  await vi.waitFor(() => expect(block(id)).not.toBeNull(), { timeout: 15_000 });
  const { left, top, width, height } = block(id)?.getBoundingClientRect() ?? new DOMRect();
  const lines = [...document.querySelectorAll<HTMLElement>('.calendar-now')];
  const line = lines.find((candidate) => {
    const across = candidate.getBoundingClientRect();
    return across.left < left + width / 2 && left + width / 2 < across.right;
  });
  if (!line) throw new Error('There is no line of the present in the column.');
  // What takes no clicks is not found at a point.
  line.style.pointerEvents = 'auto';
  const y = line.getBoundingClientRect().y + 1;
  expect(y).toBeGreaterThan(top);
  expect(y).toBeLessThan(top + height);
  const here = document.elementsFromPoint(left + width / 2, y);
  expect(here).toContain(line);
  expect(here[0]?.closest('[data-appointment]')).toBe(block(id));
});
