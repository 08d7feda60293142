import { expect, test } from 'vitest';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';

/** The position of each text of a block, by the text. */
function textsOf(block: Element): Map<string, DOMRect> {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts = new Map<string, DOMRect>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.set(node.nodeValue ?? '', range.getBoundingClientRect());
  }
  return texts;
}

test('the day is drawn before the pets are listed, and what their records add moves no block and no text', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  Object.assign(practice.pets[0] ?? {}, { alert: 'Bites', species: 'dog' });
  const at = (minutes: number) => new Date(Date.parse(`${DAY}T12:00:00Z`) + minutes * 60_000).toISOString();
  const visit = (from: number, minutes: number) =>
    practice.add({ start: at(from), end: at(from + minutes), roomId: idOf(3, 11), notes: 'Nervous' }).id;
  const ids = [visit(0, 15), visit(30, 30), visit(75, 60), visit(-900, 1440)];
  const names = practice.hold('GET /v1/pets');
  await openBoard(practice, `/?store=${idOf(2, 1)}&view=rooms&date=${DAY}`);
  const blocks = await Promise.all(ids.map(blockOf));
  const states = () => blocks.map((block) => ({ box: block.getBoundingClientRect(), texts: textsOf(block) }));
  const before = states();
  for (const { texts } of before) expect([...texts.keys()]).toContain('Bella');
  // The third line of a long block has nothing that is still loading.
  expect(blocks[2]?.textContent).toContain('Consultation');
  expect(document.querySelector('.block-alert, .block-notes')).toBeNull();

  names.letGo();
  for (const block of blocks) await waitUntil(() => expect(block.textContent).toContain('Ann Lee'));
  expect(document.querySelectorAll('.block-alert + .block-notes')).toHaveLength(blocks.length);
  expect(blocks.every((block) => block.isConnected)).toBe(true);
  for (const [index, { box, texts }] of states().entries()) {
    expect(box).toEqual(before[index]?.box);
    for (const [text, place] of before[index]?.texts ?? []) expect([text, texts.get(text)]).toEqual([text, place]);
  }
});

test('if the pets cannot be listed, what is written beside the client’s name is shown without it', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const { id } = practice.add({ start: `${DAY}T12:00:00.000Z`, end: `${DAY}T12:30:00.000Z`, roomId: idOf(3, 11) });
  const names = practice.hold('GET /v1/pets');
  await openBoard(practice, `/?store=${idOf(2, 1)}&view=rooms&date=${DAY}`);
  const block = await blockOf(id);
  expect(block.textContent).toBe('Bella');
  practice.answer('GET /v1/pets', () => new Response(null, { status: 403 }));
  names.letGo();
  await waitUntil(() => expect(block.textContent).toContain('Consultation'));
});
