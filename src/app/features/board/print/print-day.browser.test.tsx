import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { applyTheme } from '#app/appearance/theme.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2031-03-05';

test('Ctrl+P prints the filtered day as a sheet with phone numbers instead of the screen', {
  tags: 'smoke',
}, async () => {
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
  await waitUntil(() => expect(sheet()?.textContent).toContain('2 of 3 appointments · Status: Completed'));
  expect(sheet()?.checkVisibility()).toBe(true);
  const rows = [...(sheet()?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent);
  expect(rows.filter((row) => row?.includes('Completed'))).toHaveLength(2);
  expect(rows.filter((row) => row?.includes('Confirmed'))).toEqual([]);
  expect(rows.some((row) => row?.includes('555'))).toBe(true);
  expect(list.elements()).toEqual([]);
});

test('the sheet is dark on white in the dark theme, too, even if backgrounds are printed', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  practice.add({ start: `${DAY}T15:00:00.000Z`, end: `${DAY}T15:30:00.000Z` });
  const media = (name: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      media: name,
      features: [{ name: 'prefers-color-scheme', value: name === '' ? '' : 'dark' }],
    });
  onTestFinished(async () => {
    applyTheme('system');
    window.dispatchEvent(new Event('afterprint'));
    await media('');
  });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=list`);
  window.dispatchEvent(new Event('beforeprint'));
  const cell = await waitUntil(() => {
    const found = document.querySelector('.day-sheet td');
    if (!found) throw new Error('There is no sheet.');
    return found;
  });
  await media('print');
  /** The lightness of a colour, from 0 (black) to 255; null if it is transparent. */
  const lightness = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? [];
    return alpha === 0 ? null : (red + green + blue) / 3;
  };
  for (const theme of ['dark', 'system'] as const) {
    applyTheme(theme);
    for (let element: Element | null = cell; element; element = element.parentElement) {
      const { backgroundColor, color } = getComputedStyle(element);
      expect(lightness(backgroundColor) ?? 255, `${theme} ${element.className}`).toBeGreaterThan(230);
      expect(lightness(color), `${theme} ${element.className}`).toBeLessThan(60);
    }
  }
});

test('the Print menu prints by room, Ctrl+P repeats that, and phone numbers are loaded only for printing', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  for (const room of [idOf(3, 11), idOf(3, 12)])
    practice.add({ start: `${DAY}T15:00:00.000Z`, end: `${DAY}T15:30:00.000Z`, roomId: room });
  const reads = () => practice.requests.filter(({ name }) => name === 'GET /v1/clients').length;
  const captions: string[][] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
    captions.push([...document.querySelectorAll('.day-sheet caption')].map(({ textContent }) => textContent));
    window.dispatchEvent(new Event('afterprint'));
  });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=list`);
  await waitUntil(() => expect(shownBlocks()).toHaveLength(2));
  expect(reads()).toBe(0);
  await userEvent.keyboard('{Control>}p{/Control}');
  await waitUntil(() => expect(captions).toEqual([[]]));
  expect(reads()).toBe(1);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By room', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'All', exact: true }).click();
  await waitUntil(() => expect(captions.at(-1)).toEqual(['Room 1', 'Room 2']));
  await userEvent.keyboard('{Control>}p{/Control}');
  await waitUntil(() => expect(captions).toEqual([[], ['Room 1', 'Room 2'], ['Room 1', 'Room 2']]));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By room', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Room 2', exact: true }).click();
  await waitUntil(() => expect(captions.at(-1)).toEqual(['Room 2']));
});

test('forty appointments with notes take two pages, with each time and phone number on one line', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  for (const client of practice.clients) client.phone = '+1 (902) 555-0147';
  for (let index = 0; index < 40; index += 1) {
    const start = Date.parse(`${DAY}T13:00:00.000Z`) + index * 15 * 60_000;
    practice.add({
      ...{ start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString(), roomId: idOf(3, 11) },
      notes: index % 3 === 0 ? 'Limping on the left front leg since Sunday. Muzzle.' : null,
    });
  }
  const print = vi.spyOn(window, 'print').mockImplementation(() => window.dispatchEvent(new Event('beforeprint')));
  const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
  onTestFinished(async () => {
    window.dispatchEvent(new Event('afterprint'));
    await media('');
    await page.viewport(1280, 800);
  });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&view=list`);
  await waitUntil(() => expect(shownBlocks()).toHaveLength(40));
  await userEvent.keyboard('{Control>}p{/Control}');
  await waitUntil(() => expect(print).toHaveBeenCalledOnce());
  // The inside of the margins of a landscape sheet, A4 wide and Letter high, in pixels.
  const [width, height] = [1032, 725];
  await page.viewport(width, height);
  await media('print');
  const sheet = document.querySelector<HTMLElement>('.day-sheet');
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(40);
  // A row that does not fit goes to the next page, as a whole.
  const rows = [...(sheet?.querySelectorAll<HTMLElement>('tr') ?? [])];
  const tallest = Math.max(...rows.map(({ offsetHeight }) => offsetHeight));
  expect(sheet?.offsetHeight).toBeLessThanOrEqual(2 * height - tallest);
  for (const row of rows.slice(1)) {
    const [time, , , phone] = row.querySelectorAll<HTMLElement>('td');
    for (const cell of [time, phone]) {
      const text = document.createRange();
      if (cell) text.selectNodeContents(cell);
      expect(text.getBoundingClientRect().height, cell?.textContent).toBeLessThan(20);
    }
    expect(phone?.scrollWidth).toBeLessThanOrEqual(phone?.clientWidth ?? 0);
    expect(phone?.textContent).toContain('555');
  }
});
