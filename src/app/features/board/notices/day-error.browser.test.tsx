import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, board, expectCounted, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';

const DAY = '2026-06-03';
const ADDRESS = `/?store=${idOf(2, 1)}&date=${DAY}`;
const SEARCH = 'POST /v1/appointments/search';
const away = () => new Response('<h1>Away</h1>', { status: 503, headers: { 'content-type': 'text/html' } });

const alert = page.getByRole('alert');
const status = page.getByRole('contentinfo').getByRole('status');
const retryButton = alert.getByRole('button', { name: 'Try again', exact: true });
/** Clicks before the day is retried automatically. */
const clickAtOnce = () => retryButton.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
/** Selects columns that are marked as incomplete. */
const unknownTime = () => board.element().querySelector('[data-incomplete]');
/** The counts in the headings. */
const loads = () =>
  board
    .getByRole('columnheader')
    .elements()
    .flatMap(({ textContent }) => /\d+ appointments?/.exec(textContent)?.[0] ?? []);
/** Whether closed hours are hatched; their shading covers the lane. */
function isHatched(): boolean {
  const closed = board.element().querySelector('.calendar-closed');
  if (!closed) throw new Error('No closed hours are drawn.');
  return getComputedStyle(closed).backgroundImage.includes('repeating-linear-gradient');
}

test('a failed page of the day appears as unknown time, not as free', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ today: DAY });
  // Closes at noon. Closed hours are drawn, too.
  const hours = [
    { weekday: 3, opens: '08:00', closes: '12:00' },
    { weekday: 3, opens: '13:00', closes: '18:00' },
  ];
  for (const store of practice.company.stores) store.openingHours = hours;
  let failing = true;
  practice.answer(SEARCH, async ({ body }, respond) => {
    if (failing && body?.['cursor']) return away();
    const whole = await respond().json();
    if (body?.['cursor']) return Response.json(whole);
    return Response.json({ ...whole, data: whole.data.slice(0, 4), nextCursor: whole.data[3].id, hasMore: true });
  });
  stopClock();
  await renderApp(practice, ADDRESS);
  await later(
    () => expect(alert.query()).toHaveTextContent('Part of the day couldn’t be loaded: don’t book from this screen.'),
    15,
  );
  await expect.element(status).toHaveTextContent(/^Day partly loaded$/);
  expect(unknownTime()).not.toBeNull();
  await expect.poll(isHatched).toBe(true);
  await expectCounted(4);
  expect(loads()).toEqual([]);
  await later(() => expect(retryButton.query()).toBeEnabled());
  failing = false;
  clickAtOnce();
  await expect.element(alert).not.toBeInTheDocument();
  await expectCounted(10);
  await expect.poll(unknownTime).toBeNull();
  expect(isHatched()).toBe(false);
  await expect.poll(loads).not.toEqual([]);
  await expect.element(status).toHaveTextContent(/^Live$/);
});

test('a day with pages that are still loading is not live yet', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  let letGo = () => {};
  const second = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  practice.answer(SEARCH, async ({ body }, respond) => {
    const whole = await respond().json();
    if (!body?.['cursor'])
      return Response.json({ ...whole, data: whole.data.slice(0, 4), nextCursor: whole.data[3].id, hasMore: true });
    await second;
    return Response.json(whole);
  });
  await renderApp(practice, ADDRESS);
  await expectCounted(4);
  await expect.element(status).toHaveTextContent(/^Loading$/);
  letGo();
  await expectCounted(10);
  await expect.element(status).toHaveTextContent(/^Live$/);
});

test('a day that could not be loaded says so and is retried', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const restore = practice.answer(SEARCH, away);
  stopClock();
  await renderApp(practice, ADDRESS);
  await later(
    () => expect(alert.query()).toHaveTextContent('This day couldn’t be loaded: don’t book from this screen.'),
    15,
  );
  expect(unknownTime()).not.toBeNull();
  // The chips are neither loading nor counted.
  const chips = page.getByRole('group', { name: 'Status' }).getByRole('button').elements();
  expect(chips.filter((chip) => /\d/.test(chip.textContent ?? ''))).toEqual([]);
  await later(() => expect(retryButton.query()).toBeEnabled());
  restore();
  clickAtOnce();
  await blockOf(practice.appointments[0]?.id ?? '');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(unknownTime).toBeNull();
});

test('after an outage the day is restored within half a minute', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const restore = practice.answer(SEARCH, away);
  stopClock();
  await renderApp(practice, ADDRESS);
  await later(() => expect(alert.query()).not.toBeNull(), 15);
  // The service recovers just after the last automatic retry, so the longest wait follows.
  const requests = () => practice.requests.filter(({ name }) => name === SEARCH).length;
  const before = requests();
  await later(() => expect(requests()).toBeGreaterThan(before + 2), 30);
  restore();
  const since = Date.now();
  await later(() => expect(alert.query()).toBeNull());
  expect(Date.now() - since).toBeLessThan(30_000);
  await expectCounted(10);
});

test('unusual records are shown or counted, but never dropped', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const title = `<img src=x onerror="document.title='broken'"> ${'x'.repeat(4000)} \u202Eabc שלום`;
  const odd = [
    { status: 'teleported', visitTypeCategory: 'astral', createdFrom: 'elsewhere' },
    { title, petId: null },
    { roomId: '00000000-0000-4000-8000-00000000abcd', location: 'The shed' },
    { end: '2001-01-01T00:00:00Z' },
    { end: '2027-03-01T00:00:00+05:45', extra: { anything: true } },
    { employees: 'nobody', notes: 5 },
    { start: 'soon' },
  ];
  let ids: string[] | undefined;
  practice.answer(SEARCH, async (_, respond) => {
    const whole = await respond().json();
    ids ??= whole.data.map((record: { id: string }) => record.id);
    const data = whole.data.map((record: { id: string }) => ({ ...record, ...odd[ids?.indexOf(record.id) ?? -1] }));
    data.push({ id: 'a record of another age' });
    return Response.json({ ...whole, data, totalCount: whole.totalCount + 1 });
  });
  await openBoard(practice, ADDRESS);
  await expectCounted(9);
  await expect.poll(() => new Set(shownBlocks().map((block) => block.dataset['appointment'])).size).toBe(9);
  await expect.element(page.getByRole('button', { name: 'Teleported 1', exact: true })).toBeVisible();
  await expect.element(board.getByRole('columnheader', { name: /^The shed/ })).toBeVisible();
  expect(shownBlocks().filter((block) => block.ariaLabel?.includes('ends before it starts'))).toHaveLength(1);
  // Text is never executed as HTML.
  expect(document.title).toMatch(/^Wed,? 3 Jun.* · North · Frontdesk$/);
  const unreadable = page.getByRole('button', { name: '2 records could not be read', exact: true });
  await expect.element(unreadable).toHaveTextContent('Show');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  await unreadable.click();
  await expect.element(page.getByText('These appointments exist and take up time')).toBeVisible();
  await page.getByRole('button', { name: 'Copy details for support', exact: true }).click();
  await expect.poll(() => copied.mock.calls).toHaveLength(1);
  const [details] = copied.mock.lastCall ?? [];
  expect(details).toMatch(/^11 received = 9 shown \+ 0 filtered out \+ 2 unreadable\n/);
  expect(details).toContain('a record of another age');
});

test('on a phone a short notice says that everything is unreachable, with details on request', async () => {
  await resizePage(390, 844);
  const practice = createPracticeInMemory({ today: DAY });
  practice.answer('GET /v1/pets', away);
  practice.answer(SEARCH, async ({ body }, respond) => {
    if (body?.['cursor']) return away();
    const whole = await respond().json();
    return Response.json({ ...whole, data: whole.data.slice(0, 4), nextCursor: whole.data[3].id, hasMore: true });
  });
  stopClock();
  await renderApp(practice, ADDRESS);
  await later(() => expect(alert.query()).toHaveTextContent('Part of the day couldn’t be loaded'), 15);
  const requests = () => practice.requests.filter(({ name }) => name === 'GET /v1/pets').length;
  await later(() => expect(requests()).toBeGreaterThan(1), 15);
  expect(alert.elements()).toHaveLength(1);
  const height = () => alert.element().getBoundingClientRect().height;
  expect(height()).toBeLessThanOrEqual(48);
  alert
    .getByRole('button', { name: 'Show', exact: true })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await later(() => expect(height()).toBeGreaterThan(48));
});
