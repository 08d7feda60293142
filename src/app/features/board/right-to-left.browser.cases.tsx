import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { showPage } from '#testing/hide-page.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

// Runs in an Arabic browser, so that the app is laid out from right to left. Its texts are English, as in every test.

const TODAY = '2026-06-03';
const [BELLA, LULU] = [idOf(8, 900), idOf(8, 901)];

beforeEach(() => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => {
    document.documentElement.dir = 'ltr';
  });
});

/** Opens the board with Bella at 9:00 in room 1 and Lulu, with an Arabic name, at 10:30 in room 2. */
async function openBoard(more = '', prepare: (practice: PracticeInMemory) => void = () => undefined) {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  const at = { status: 'confirmed' } as const;
  const [start, end] = [`${TODAY}T13:00:00.000Z`, `${TODAY}T13:30:00.000Z`];
  practice.add({ ...at, id: BELLA, title: 'Bella – Consultation', start, end, roomId: idOf(3, 11) });
  const pet = practice.pets.find(({ id }) => id === idOf(4, 3));
  if (pet) pet.name = 'لولو';
  const other = { petId: idOf(4, 3), start: `${TODAY}T14:30:00.000Z`, end: `${TODAY}T15:00:00.000Z` };
  practice.add({ ...at, ...other, id: LULU, title: 'لولو – Nail trim', roomId: idOf(3, 12) });
  prepare(practice);
  const app = await renderApp(practice, `/?date=${TODAY}&store=${idOf(2, 1)}${more}`);
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
  await waitUntil(() => expect(block(LULU)).not.toBeNull());
  return { ...app, practice };
}

function block(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-appointment="${id}"]`);
  if (!found) throw new Error(`The board does not show ${id}.`);
  return found;
}

/** The text of a block and the times in it. */
function timesOf(id: string) {
  const text = block(id).querySelector<HTMLElement>('.block-text');
  const [first, ...others] = block(id).querySelectorAll<HTMLElement>('.block-time');
  if (!text || !first) throw new Error('The block tells no time.');
  return { text, times: [first, ...others] as const };
}

/** Narrows a text so that part of it is one pixel short. */
function endBefore(text: HTMLElement, part: HTMLElement): void {
  text.style.maxWidth = `${text.getBoundingClientRect().right - part.getBoundingClientRect().left - 1}px`;
}

/** Whether any pixel of an element is painted. */
async function isPainted(element: HTMLElement): Promise<boolean> {
  showPage();
  const picture = () => page.screenshot({ element: element.closest('[data-appointment]') ?? element, save: false });
  const before = await picture();
  element.style.visibility = 'hidden';
  const without = await picture();
  element.style.visibility = '';
  return before !== without;
}

const middle = (element: Element) => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

test('columns, chevrons and blocks run from right to left, whatever the script of a name', async () => {
  await openBoard();
  expect(middle(block(LULU))).toBeLessThan(middle(block(BELLA)));
  for (const id of [LULU, BELLA]) {
    // The bar, then the icon, then the name.
    const { borderRightWidth, borderLeftWidth } = getComputedStyle(block(id));
    expect([borderRightWidth, borderLeftWidth]).toEqual(['4px', '0px']);
    const gap =
      block(id).getBoundingClientRect().right - (block(id).querySelector('b')?.getBoundingClientRect().right ?? 0);
    expect(gap).toBeGreaterThan(14);
    expect(gap).toBeLessThan(30);
  }
  const next = page.getByRole('button', { name: 'Next day' }).element();
  expect(middle(next)).toBeLessThan(middle(page.getByRole('button', { name: 'Previous day' }).element()));
  expect(getComputedStyle(next.querySelector('svg') ?? next).scale).toBe('-1 1');
});

test('arrow keys move in their direction on a right-to-left board', async () => {
  const { address, practice } = await openBoard();
  block(BELLA).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(block(LULU));
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(block(BELLA));
  await userEvent.keyboard('m{ArrowLeft}{Enter}');
  const moved = () => practice.appointments.find(({ id }) => id === BELLA)?.roomId;
  await expect.poll(moved).toBe(idOf(3, 12));
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await expect.poll(address).toContain('date=2026-06-04');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(address).toContain(`date=${TODAY}`);
});

test('the second line of a block loses its last names first', async () => {
  await openBoard('', ({ appointments }) => {
    const bella = appointments.find(({ id }) => id === BELLA);
    if (bella) bella.employees = [{ id: idOf(6, 1), isMainEmployee: true }];
  });
  const names = await waitUntil(() => {
    const found = [...block(BELLA).querySelectorAll<HTMLElement>('.block-line:nth-child(2) > bdi')];
    expect(found.map(({ textContent }) => textContent)).toEqual(['Ann Lee', 'Consultation', 'Okafor']);
    return found;
  });
  const [client, type, vet] = names;
  const line = client?.parentElement;
  if (!client || !type || !vet || !line) throw new Error('The block has no second line.');
  // What does not fit whole wraps out of sight.
  const isHidden = (name: HTMLElement) => name.getBoundingClientRect().top >= line.getBoundingClientRect().bottom;
  line.style.width = '20rem';
  expect(names.filter(isHidden)).toEqual([]);
  line.style.width = `${line.getBoundingClientRect().right - vet.getBoundingClientRect().left - 4}px`;
  expect(names.filter(isHidden)).toEqual([vet]);
  line.style.width = `${line.getBoundingClientRect().right - type.getBoundingClientRect().left - 4}px`;
  expect(names.filter(isHidden)).toEqual([type, vet]);
  expect(names.filter((name) => name.scrollWidth > name.clientWidth)).toEqual([]);
});

test('in its only line a block shows the client whole, and what follows whole or not at all', async () => {
  await openBoard('', ({ appointments }) => {
    const bella = appointments.find(({ id }) => id === BELLA);
    if (bella) bella.end = `${TODAY}T13:15:00.000Z`;
  });
  const [name, client, type] = await waitUntil(() => {
    const found = [...block(BELLA).querySelectorAll<HTMLElement>('.single-line bdi')];
    expect(found.map(({ textContent }) => textContent)).toEqual(['Bella', 'Ann Lee', 'Consultation']);
    return found;
  });
  const line = block(BELLA).querySelector<HTMLElement>('.block-line');
  if (!name || !client || !type || !line) throw new Error('The block has no line with three names.');
  const isHidden = () => type.getBoundingClientRect().top >= line.getBoundingClientRect().bottom;
  const isCut = (part: HTMLElement) => part.scrollWidth > part.clientWidth;
  line.style.width = '20rem';
  expect(isHidden()).toBe(false);
  line.style.width = `${line.getBoundingClientRect().right - type.getBoundingClientRect().left - 4}px`;
  expect(isHidden()).toBe(true);
  expect([name, client].filter(isCut)).toEqual([]);
});

test('in the flow names are aligned right, whatever their script', async () => {
  await openBoard('&view=flow');
  const name = page.getByText('Bella', { exact: true });
  await expect.element(name).toBeVisible();
  expect(getComputedStyle(name.element()).textAlign).toBe('right');
});

test('the menu of a block is aligned with its right edge', async () => {
  await openBoard();
  await page.elementLocator(block(BELLA)).click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  const [end, start] = [menu.element(), block(BELLA)].map((element) => element.getBoundingClientRect().right);
  expect(end).toBeCloseTo(start ?? 0, 0);
});

test('list rows truncate long text at its end, in Latin and Arabic script', async () => {
  const long = 'a long name that has no room in its place, however wide the screen may be that shows it';
  await openBoard('&view=list', ({ pets }) => {
    const of = (id: string) => pets.find((pet) => pet.id === id);
    for (const [id, name] of [
      [idOf(4, 1), `Bella ${long}`],
      [idOf(4, 3), 'لولو '.repeat(30).trim()],
    ] as const) {
      const pet = of(id);
      if (pet) pet.name = name;
    }
  });
  for (const id of [BELLA, LULU])
    await waitUntil(() => {
      const name = block(id).querySelector('bdi.font-semibold');
      if (!name) throw new Error('The row has no name.');
      expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
      const direction = id === BELLA ? 'ltr' : 'rtl';
      expect(getComputedStyle(name)).toMatchObject({ direction, overflowX: 'hidden', textOverflow: 'ellipsis' });
    });
});

test('cards of the flow truncate long text at its end, in Latin script', async () => {
  const long = 'a long name that has no room in its place, however wide the screen may be that shows it';
  await openBoard('&view=flow', ({ company, pets }) => {
    for (const room of company.stores[0]?.rooms ?? []) room.name = long;
    for (const pet of pets) pet.clientName = `Ann ${long}`;
  });
  const line = (text: string) =>
    [...(block(BELLA).parentElement?.querySelectorAll('bdi') ?? [])]
      .find((element) => element.textContent?.startsWith(text))
      ?.closest('.truncate');
  for (const text of [long, `Ann ${long}`])
    await waitUntil(() => {
      const cut = line(text);
      if (!cut) throw new Error(`${text} is not in the card.`);
      expect(cut.scrollWidth).toBeGreaterThan(cut.clientWidth);
      expect(getComputedStyle(cut)).toMatchObject({ direction: 'ltr', overflowX: 'hidden', textOverflow: 'ellipsis' });
    });
});

test('a name that does not fit its block is truncated at its own end', async () => {
  const long = 'a long name that has no room in its place, however wide the screen may be that shows it';
  await openBoard('', ({ pets }) => {
    for (const pet of pets) pet.clientName = `Ann ${long}`;
  });
  const client = [...block(BELLA).querySelectorAll('bdi')].find((element) => element.textContent?.startsWith('Ann'));
  if (!client) throw new Error('The block does not name the client.');
  await waitUntil(() => expect(client.scrollWidth).toBeGreaterThan(client.clientWidth));
  expect(getComputedStyle(client)).toMatchObject({ direction: 'ltr', overflowX: 'clip', textOverflow: 'ellipsis' });
});

test('a stay shows only its start if there is no room for both times', async () => {
  await openBoard('', ({ appointments }) => {
    const stay = appointments.find(({ id }) => id === BELLA);
    if (stay) Object.assign(stay, { start: '2026-06-02T13:00:00.000Z', end: '2026-06-05T13:00:00.000Z' });
  });
  const { text, times } = timesOf(BELLA);
  const [from, to] = times;
  if (!to) throw new Error('The stay does not tell its end.');
  endBefore(text, to);
  await expect.poll(() => isPainted(from)).toBe(true);
  await expect.poll(() => isPainted(to)).toBe(false);
});
