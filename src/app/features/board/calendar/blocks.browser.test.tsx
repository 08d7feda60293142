import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialog, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, chooseInViewMenu, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);

/**
 * A day at a store with six rooms, and a function that books an appointment there at a given number of minutes after
 * 8:00.
 */
function sixRooms(day = DAY) {
  const practice = createPracticeInMemory({ appointments: 0, today: day });
  practice.company.stores[0]?.rooms.push(
    ...[3, 4, 5, 6].map((room) => ({ id: idOf(3, 10 + room), name: `Room ${room}`, categories: [] })),
  );
  const at = (minutes: number) => new Date(Date.parse(`${day}T12:00:00Z`) + minutes * 60_000).toISOString();
  const book = (
    from: number,
    minutes: number,
    pet: { name: string; clientName: string; alert?: string; deceasedOn?: string },
    notes = '',
  ) => {
    const petId = idOf(4, practice.appointments.length + 1);
    Object.assign(practice.pets.find(({ id }) => id === petId) ?? {}, pet);
    const roomId = idOf(3, 11);
    const employees = [{ id: idOf(6, 1), isMainEmployee: true }];
    return practice.add({ petId, roomId, employees, storeId: STORE, start: at(from), end: at(from + minutes), notes })
      .id;
  };
  return { practice, book, address: `/?store=${STORE}&view=rooms&date=${day}` };
}

/** The position of a text in a block. */
function placeOf(block: Element, text: string): DOMRect {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const from = node.nodeValue?.indexOf(text) ?? -1;
    if (from < 0) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + text.length);
    return range.getBoundingClientRect();
  }
  throw new Error(`The block does not say ${text}.`);
}

/** Whether a text of a block is visible and not truncated. */
function isWhole(block: Element, text: string): boolean {
  const place = placeOf(block, text);
  const lines = [...block.querySelectorAll('.block-line')].map((line) => line.getBoundingClientRect());
  return lines.some(({ left, right }) => place.left >= left - 1 && place.right <= right + 1);
}

const ink = document.createElement('canvas').getContext('2d');

/** The ink of each text of a block: top, bottom and baseline, in page pixels. */
function inkOf(block: Element): { text: string; top: number; bottom: number; baseline: number }[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts: ReturnType<typeof inkOf> = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [box] = range.getClientRects();
    const text = node.nodeValue ?? '';
    if (!ink || !box || !node.parentElement || text.trim() === '') continue;
    ink.font = getComputedStyle(node.parentElement).font;
    const letters = ink.measureText(text);
    // The box of a text starts at the rounded ascent of its font above the baseline.
    const baseline = box.top + Math.round(letters.fontBoundingBoxAscent);
    texts.push({
      text,
      top: baseline - letters.actualBoundingBoxAscent,
      bottom: baseline + letters.actualBoundingBoxDescent,
      baseline,
    });
  }
  return texts;
}

test('a block of 15 minutes shows pet and client untruncated on one line and baseline, without the time', async () => {
  const { practice, book, address } = sixRooms();
  const id = book(0, 15, { name: 'Biscuit', clientName: 'Olivia Bennet' }, 'Nervous');
  await openBoard(practice, address);
  const block = await blockOf(id);
  await waitUntil(() => expect(isWhole(block, 'Biscuit')).toBe(true));
  expect(isWhole(block, 'Olivia Bennet')).toBe(true);
  expect(block.textContent).not.toContain('8:00');
  const lines = inkOf(block).map(({ baseline }) => baseline);
  expect(lines.length).toBeGreaterThan(1);
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(1);
});

test('a block of 30 minutes has two lines, and one of 45 minutes has three', async () => {
  const { practice, book, address } = sixRooms();
  const pet = { name: 'Mia', clientName: 'Maximilian Featherstone' };
  const [half, more] = [book(0, 30, pet), book(60, 45, pet)];
  await openBoard(practice, address);
  const [two, three] = [await blockOf(half), await blockOf(more)];
  await waitUntil(() => expect(isWhole(two, 'Mia')).toBe(true));
  const below = (block: Element, above: string, text: string) =>
    placeOf(block, text).top - placeOf(block, above).top > 8;
  expect(below(two, 'Mia', 'Maximilian Featherstone')).toBe(true);
  expect(below(two, 'Maximilian Featherstone', 'Consultation')).toBe(false);
  expect(below(three, 'Maximilian Featherstone', 'Consultation')).toBe(true);
  for (const text of ['Mia', 'Maximilian Featherstone', 'Consultation', 'Okafor'])
    expect(isWhole(three, text)).toBe(true);
});

test('alert, death and notes are marked beside the pet’s name, and in the accessible name', {
  tags: 'smoke',
}, async () => {
  const { practice, book, address } = sixRooms();
  const id = book(0, 15, { name: 'Mia', clientName: 'Ng O', alert: 'Bites' }, 'Nervous');
  const plain = book(30, 15, { name: 'Rex', clientName: 'Ng O' });
  const deceased = book(60, 15, { name: 'Ada', clientName: 'Ng O', deceasedOn: '2020-05-03' });
  await openBoard(practice, address);
  const [marked, other, died] = [await blockOf(id), await blockOf(plain), await blockOf(deceased)];
  await waitUntil(() => expect(marked.querySelectorAll('b + .block-alert + .block-notes')).toHaveLength(1));
  expect(marked.ariaLabel).toContain('alert: Bites');
  expect(died.querySelector('b + .block-alert')).not.toBeNull();
  expect(died.ariaLabel).toContain('alert: died 3 May 2020');
  expect(other.querySelector('.block-alert, .block-notes')).toBeNull();
});

const card = page.getByRole('tooltip');

test('the card shows the important facts beside the block until the pointer leaves', { tags: 'smoke' }, async () => {
  const { practice, book, address } = sixRooms();
  const [client] = practice.clients;
  Object.assign(client ?? {}, { phone: '+1 (902) 555-0100', alert: 'Pays cash only' });
  const pet = {
    name: 'Marmalade',
    clientName: `${client?.firstName} ${client?.lastName}`,
    species: 'dog',
    breed: 'Beagle',
    alert: 'Bites',
  };
  const id = book(0, 15, pet, 'Nervous at the door');
  await openBoard(practice, address);
  const block = await blockOf(id);
  await userEvent.hover(block);
  await expect.element(card).toHaveTextContent('Marmalade');
  const expected = ['15 min', 'Confirmed', 'Dog', 'Beagle', 'Consultation', 'Ada Okafor', 'Room 1', 'Bites'];
  for (const text of [...expected, 'Nervous at the door', '+1 (902) 555-0100', 'Pays cash only'])
    await expect.element(card).toHaveTextContent(text);
  const [box, shown] = [block, card.element()].map((element) => element.getBoundingClientRect());
  expect(shown?.left).toBeGreaterThanOrEqual(box?.right ?? Number.POSITIVE_INFINITY);
  expect(block.title).toBe('');
  expect(card.element().closest('main')).not.toBeNull();
  const described = document.getElementById(block.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain('Bites');
  // The pointer may move onto the card, to read or copy from it.
  await userEvent.hover(card);
  await userEvent.hover(card.getByText('Nervous at the door'));
  await expect.element(card).toBeVisible();
  await userEvent.hover(page.getByRole('banner'));
  await expect.element(card).not.toBeInTheDocument();
  expect(block.hasAttribute('aria-describedby')).toBe(false);
});

test('the card follows the keyboard focus, and closes on a key, on scrolling and when details open', async () => {
  const { practice, book, address } = sixRooms();
  const [one, other] = [
    book(0, 15, { name: 'Marmalade', clientName: 'Ng O' }),
    book(30, 30, { name: 'Mia', clientName: 'Ng O' }),
  ];
  await openBoard(practice, address);
  const [first, second] = [await blockOf(one), await blockOf(other)];
  second.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
  await expect.element(card).toHaveTextContent('Marmalade');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(card).toHaveTextContent('Mia');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(card).toHaveTextContent('Marmalade');
  document.querySelector('.calendar-scroller')?.dispatchEvent(new Event('scroll'));
  await expect.element(card).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(card).toHaveTextContent('Mia');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

test('no card opens for a block that the layout moves under the pointer, or to which the focus returns', async () => {
  const { practice, book, address } = sixRooms();
  const id = book(0, 15, { name: 'Marmalade', clientName: 'Ng O' });
  await openBoard(practice, address);
  const block = await blockOf(id);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const frame = () => new Promise(requestAnimationFrame);
  const expectCard = async (isShown: boolean) => {
    await vi.advanceTimersByTimeAsync(400);
    for (let count = 0; count < 3; count += 1) await frame();
    expect(card.query() !== null).toBe(isShown);
  };
  const banner = page.getByRole('banner');
  await userEvent.hover(banner);
  const [{ x, y, width, height }, box] = [banner.element().getBoundingClientRect(), block.getBoundingClientRect()];
  // The banner does not receive the pointer, so that the block under it does.
  Object.assign(block.style, { position: 'fixed', zIndex: 100, top: `${y + height / 2 - box.height / 2}px` });
  block.style.left = `${x + width / 2 - box.width / 2}px`;
  // The browser looks what is under the pointer when it draws, and an idle page draws nothing.
  await expect.poll(() => frame().then(() => block.matches(':hover'))).toBe(true);
  await expectCard(false);
  block.removeAttribute('style');
  await userEvent.keyboard('{Escape}');
  block.focus();
  expect(block.matches(':focus-visible')).toBe(true);
  await expectCard(false);
  await userEvent.hover(block);
  await expectCard(true);
});

/** How many pixels of the block's edge are covered from inside, by a border or an inset ring. */
function ringWithin(block: Element): number {
  const { borderTopWidth, borderBottomWidth, outlineStyle, outlineOffset, boxShadow } = getComputedStyle(block);
  return Math.max(
    Number.parseFloat(borderTopWidth),
    Number.parseFloat(borderBottomWidth),
    outlineStyle === 'none' ? 0 : -Number.parseFloat(outlineOffset),
    boxShadow.includes('inset') ? 1 : 0,
  );
}

/** Half a pixel of rounding, plus the gap between blocks, which letters may use. */
const GAP = 1.5;

/**
 * The texts of a block whose letters are clipped above or below: by the next block, by an element in the block, or by a
 * ring inside it.
 */
function cutLetters(block: HTMLElement): string[] {
  const { top, bottom } = block.getBoundingClientRect();
  const room = ringWithin(block) > 0 ? -ringWithin(block) : GAP;
  const clips = [block, ...block.querySelectorAll('*')].filter(
    (part) => getComputedStyle(part).overflowY !== 'visible',
  );
  const clipped = inkOf(block).filter((text) => text.top < top - room || text.bottom > bottom + room);
  return [
    ...clips.map(({ className }) => `${className} clips`),
    ...clipped.map(({ text, ...at }) => `${text} ${at.top - top} ${bottom - at.bottom}`),
  ];
}

/** Draws the page in Inter, whether or not it was there in time, or in the font of the system. */
async function drawIn(font: 'Inter' | 'system-ui') {
  const { style } = document.documentElement;
  const face = new FontFace('Inter for sure', `url(${inter})`, { weight: '100 900' });
  document.fonts.add(await face.load());
  style.setProperty('--font-ui', font === 'Inter' ? '"Inter for sure", system-ui' : font);
  onTestFinished(() => {
    style.removeProperty('--font-ui');
    document.fonts.delete(face);
  });
}

test.each([
  ['Whole day', 700, 'Inter'],
  ['Whole day', 700, 'system-ui'],
  ['Whole day', 800, 'Inter'],
  ['Comfortable', 800, 'Inter'],
] as const)(
  'no letter is clipped at the top or bottom of its block in any state, in %s, %i high, in %s',
  async (density, height, font) => {
    await drawIn(font);
    await resizePage(1280, height);
    const { practice, book, address } = sixRooms();
    const lengths = [15, 30, 45, 60];
    const ids = ['Žofka Ågård', 'לולו גרין', 'لولو جابر'].flatMap((name, index) =>
      lengths.map((minutes, row) =>
        book(index * 200 + row * 50 - (row === 3 ? 5 : 0), minutes, { name, clientName: `Percy ${name}` }, 'Nervous'),
      ),
    );
    await openBoard(practice, address);
    await chooseInViewMenu(density);
    for (const id of ids) await blockOf(id);
    const clipped = () =>
      ids.flatMap((id) => cutLetters(document.querySelector(`[data-appointment="${id}"]`) ?? document.body));
    await waitUntil(() => expect(clipped()).toEqual([]));
    for (const id of ids) {
      const block = await blockOf(id);
      await userEvent.hover(block);
      expect(cutLetters(block)).toEqual([]);
      block.focus();
      await userEvent.keyboard('{Shift}');
      expect(block.matches(':hover:focus-visible')).toBe(true);
      expect(cutLetters(block)).toEqual([]);
      // Its card would cover the neighbouring block.
      await userEvent.hover(page.getByRole('banner'));
    }
    for (const id of ids) {
      const block = await blockOf(id);
      block.focus();
      pause();
      await userEvent.keyboard('{Enter}');
      await expect.element(block).toHaveAttribute('aria-current');
      expect(cutLetters(block)).toEqual([]);
      block.blur();
      expect(cutLetters(block)).toEqual([]);
    }
  },
);

test('the dashed outline covers no letter of a 15-minute booking', async () => {
  // A future day, on which rooms are free.
  const { practice, address } = sixRooms('2031-06-04');
  await openBoard(practice, `${address}&new=1`);
  await expect.element(dialog).toBeVisible();
  await text('Start').fill('13:00');
  await text('Length').fill('15');
  await waitUntil(() => {
    const draft = document.querySelector<HTMLElement>('[data-event="draft"]');
    expect(draft?.getBoundingClientRect().height).toBeLessThan(16);
    expect(draft && cutLetters(draft)).toEqual([]);
  });
});
