import { expect, test } from 'vitest';
import { deskHeaders } from '#contract/desk.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
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
