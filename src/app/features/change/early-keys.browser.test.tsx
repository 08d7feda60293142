import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';

const TODAY = '2026-06-03';
const VISIT = idOf(8, 900);

const { arrived, arrive } = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrived, arrive: () => arrive() };
});

// What makes changes is late. Vitest's own way to the original fails in a folder whose name has blanks.
vi.mock('#app/routes/desk-changes.tsx', async () => {
  await arrived;
  const [original] = Object.values(
    import.meta.glob<object>('/src/app/routes/desk-changes.tsx', { query: '?original' }),
  );
  return (await original?.()) ?? {};
});

test('the keys after a first m are not lost while what takes them is still loading', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, beyond: true });
  const times = { start: `${TODAY}T13:00:00.000Z`, end: `${TODAY}T13:30:00.000Z` };
  practice.add({ id: VISIT, title: 'Bella – Consultation', ...times, status: 'confirmed', roomId: idOf(3, 11) });
  const visit = () => practice.appointments.find(({ id }) => id === VISIT);
  await renderApp(practice, `/?date=${TODAY}&store=${idOf(2, 1)}`);
  const bella = page.getByRole('main', { name: 'Board' }).getByRole('button', { name: /Bella/ });
  await expect.element(bella).toBeVisible();
  bella.element().focus();
  // What was given up is not asked for.
  await userEvent.keyboard('{Shift>}S{/Shift}{ArrowDown}{Escape}');
  await userEvent.keyboard('m{ArrowDown}{ArrowDown}{Alt>}{ArrowDown}{/Alt}{ArrowRight}{Enter}');
  expect(practice.asked.filter(({ name }) => name.startsWith('PATCH'))).toEqual([]);
  arrive();
  await expect.poll(() => visit()).toMatchObject({ start: `${TODAY}T13:35:00.000Z`, roomId: idOf(3, 12) });
  expect(visit()?.status).toBe('confirmed');
});
