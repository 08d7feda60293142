import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { deskHeaders } from '#contract/desk.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2031-03-05';

test('the browser’s own print command includes the phone numbers', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { id, clientId } = practice.add({ start: `${DAY}T15:00:00.000Z`, end: `${DAY}T15:30:00.000Z` });
  const client = practice.clients.find((candidate) => candidate.id === clientId);
  if (!client) throw new Error('The visit has no client.');
  const phone = '+1 902 555 0147';
  client.phone = phone;
  const reads = () => practice.asked.filter(({ name }) => name === 'GET /v1/clients');
  const lists = () => reads().length;
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=rooms`);
  await blockOf(id);
  await waitUntil(() => expect(lists()).toBe(1));
  expect(reads()[0]?.headers.get(deskHeaders.purpose)).toBe('poll');
  await waitUntil(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const sheet = document.querySelector('.day-sheet')?.textContent;
    window.dispatchEvent(new Event('afterprint'));
    expect(sheet).toContain(phone);
    expect(sheet).not.toContain('Not all phone numbers');
  });
  expect(lists()).toBe(1);
});

test('Ctrl+P prints a filtered day as a sheet of what the filter leaves, with phone numbers, instead of the screen', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  for (const [hour, status] of (['completed', 'confirmed', 'completed'] as const).entries())
    practice.add({ start: `${DAY}T${15 + hour}:00:00.000Z`, end: `${DAY}T${15 + hour}:30:00.000Z`, status });
  const print = vi.spyOn(window, 'print').mockImplementation(() => window.dispatchEvent(new Event('beforeprint')));
  const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
  onTestFinished(async () => {
    window.dispatchEvent(new Event('afterprint'));
    await media('');
  });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=list&status=completed`);
  await waitUntil(() => expect(shownBlocks()).toHaveLength(3));
  const list = page.getByRole('region', { name: 'List' });
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Control>}p{/Control}');
  await waitUntil(() => expect(print).toHaveBeenCalledOnce());
  await media('print');
  const sheet = () => document.querySelector<HTMLElement>('.day-sheet');
  await waitUntil(() => expect(sheet()?.textContent).toContain('2 of 3 visits · Status: Completed'));
  expect(sheet()?.checkVisibility()).toBe(true);
  const rows = [...(sheet()?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent);
  expect(rows.filter((row) => row?.includes('Completed'))).toHaveLength(2);
  expect(rows.filter((row) => row?.includes('Confirmed'))).toEqual([]);
  expect(rows.some((row) => row?.includes('555'))).toBe(true);
  expect(list.elements()).toEqual([]);
});
