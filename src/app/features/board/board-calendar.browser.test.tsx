import { expect, test, vi } from 'vitest';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';

const MINUTE = 60_000;
const block = (id: string) => document.querySelector(`[data-appointment="${id}"]`);

/** A store where it is between 12 and 13 h just now, far from midnight whenever the test runs. */
function storeAtNoon({ company }: PracticeInMemory) {
  const [store] = company.stores;
  if (!store) throw new Error('The practice has no store.');
  const behind = new Date().getUTCHours() - 12;
  store.timeZone = behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`;
  return store;
}

test('the line of the present is behind the blocks, so that none looks struck through', async () => {
  const practice = createPracticeInMemory();
  const store = storeAtNoon(practice);
  const now = Date.now();
  const { id } = practice.add({
    storeId: store.id,
    start: new Date(now - 45 * MINUTE).toISOString(),
    end: new Date(now + 45 * MINUTE).toISOString(),
  });
  await renderApp(practice, `/?store=${store.id}`);
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

test('that a visit is late covers neither the pet nor the client, however short its block is', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const store = storeAtNoon(practice);
  const now = Date.now();
  const [short, long] = [15, 45].map((minutes, index) =>
    practice.add({
      storeId: store.id,
      roomId: store.rooms[index]?.id ?? null,
      start: new Date(now - 150 * MINUTE).toISOString(),
      end: new Date(now - (150 - minutes) * MINUTE).toISOString(),
    }),
  );
  await renderApp(practice, `/?store=${store.id}`);
  for (const visit of [short, long]) {
    await vi.waitFor(() => expect(block(visit?.id ?? '')?.getAttribute('data-note')).toMatch(/late/), {
      timeout: 15_000,
    });
    const element = block(visit?.id ?? '');
    const text = element?.querySelector('.block-text');
    if (!element || !text) throw new Error('The block is not drawn.');
    const note = getComputedStyle(element, '::after');
    // One line has no room for more than a sign; else the note is beside the second.
    if (visit === short) expect(note.content).toBe('"!"');
    else
      expect(Number.parseFloat(note.top)).toBeGreaterThanOrEqual(
        Number.parseFloat(getComputedStyle(text).lineHeight) - 1,
      );
  }
});
