import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { lookForChanges } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const shown = () => rows().map(({ dataset }) => dataset['row']);

test.each([
  ['Requests', '/requests'],
  ['Calls', '/requests?tab=calls'],
])(
  '%s: no row moves under a resting pointer when a colleague answers, and the others close up once it leaves',
  async (_, address) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-03T16:20:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const practice = createPracticeInMemory({ appointments: 0, beyond: true });
    const add = (hour: number) =>
      practice.add({
        ...{ start: `2026-06-04T${hour}:00:00.000Z`, end: `2026-06-04T${hour}:30:00.000Z` },
        ...{ status: 'requested', storeId: idOf(2, 1), petId: idOf(4, hour), updatedAt: '2026-06-01T00:00:00.000Z' },
      }).id;
    const [first, second, third] = [add(14), add(15), add(16)];
    await renderApp(practice, address);
    await waitUntil(() => expect(shown()).toEqual([first, second, third]));
    const topOf = (id: string) =>
      rows()
        .find(({ dataset }) => dataset['row'] === id)
        ?.getBoundingClientRect().top;
    const row = rows()[1];
    if (!row) throw new Error('There is no second row.');
    await userEvent.hover(row);
    const [before, below] = [topOf(second), topOf(third)];

    practice.change(first, { status: 'cancelled' });
    await lookForChanges(practice);
    await waitUntil(() => expect(rows()[0]?.textContent).toContain('Cancelled'));
    expect(shown()).toEqual([first, second, third]);
    expect([topOf(second), topOf(third)]).toEqual([before, below]);

    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await userEvent.hover(page.getByRole('navigation', { name: 'Pages' }).first());
    await waitUntil(() => expect(shown()).toEqual([second, third]));
  },
);
