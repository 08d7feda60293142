import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { showPage } from '#testing/hide-page.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** The largest layout shift score allowed while a board loads. */
const ALLOWED = 0.01;
/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);

afterEach(() => page.viewport(1280, 800));

/** Screens, each with the lists of names that arrive last. */
const desk = { width: 1280, height: 800, last: [] };
const wide = { width: 1920, height: 1080, last: ['/v1/pets'] };
const phone = { width: 390, height: 844, last: ['/v1/employees'] };
const tablet = { width: 834, height: 1112, last: ['/v1/employees', '/v1/pets'] };

/**
 * A day on which both rooms and all vets are busy, with a stay across midnight and two appointments at the same time.
 */
function fullDay({ hasExtensions = false } = {}): PracticeInMemory {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions });
  const at = (minutes: number) => new Date(Date.parse(`${DAY}T12:00:00Z`) + minutes * 60_000).toISOString();
  for (let n = 0; n < 28; n += 1) {
    practice.add({
      start: at(20 * n),
      end: at(20 * n + 30),
      status: n < 9 ? 'completed' : n < 12 ? 'checked_in' : 'confirmed',
      petId: idOf(4, 1 + n),
      storeId: idOf(2, 1 + (n % 5 === 4 ? 1 : 0)),
      roomId: idOf(3, n % 5 === 4 ? 21 : 11 + (n % 2)),
      employees: [{ id: idOf(6, 1 + (n % 2)), isMainEmployee: true }],
    });
  }
  practice.add({ start: at(-900), end: at(300), status: 'in_progress', petId: idOf(4, 30) });
  return practice;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * The practice with each answer held back until the previous one has been rendered. Those named in `last` come last.
 */
function oneByOne(practice: PracticeInMemory, last: readonly string[]) {
  const pending: { isLast: boolean; letGo: () => void }[] = [];
  const fetch: typeof practice.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk.test');
    // The page then asks for each answer itself.
    if (pathname === '/desk/start') return new Response(null, { status: 404 });
    await new Promise<void>((letGo) => pending.push({ isLast: last.some((path) => pathname.endsWith(path)), letGo }));
    return practice.fetch(input, init);
  };
  return {
    practice: { ...practice, fetch },
    /** Releases the next answer once the previous one has been rendered. Returns whether none was left. */
    async next() {
      await frame();
      await frame();
      const index = pending.findIndex(({ isLast }) => !isLast);
      const [next] = pending.splice(Math.max(index, 0), 1);
      next?.letGo();
      return next === undefined;
    },
  };
}

/**
 * Records layout shifts, from when the browser is sure to count them: it ignores those right after input or a resize.
 */
async function watch() {
  showPage();
  const moves: { value: number; what: string[] }[] = [];
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (!('value' in entry && 'sources' in entry && 'hadRecentInput' in entry) || entry.hadRecentInput) continue;
      const sources: { node: Node | null }[] = Array.isArray(entry.sources) ? entry.sources : [];
      const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : String(node)));
      moves.push({ value: Number(entry.value), what: what });
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  const mover = document.createElement('div');
  mover.textContent = 'This moves.';
  document.body.append(mover);
  await waitUntil(async () => {
    mover.style.marginTop = mover.style.marginTop === '100px' ? '0px' : '100px';
    await frame();
    await frame();
    expect(moves).not.toEqual([]);
  });
  mover.remove();
  await frame();
  await frame();
  note(observer.takeRecords());
  moves.length = 0;
  return () => {
    note(observer.takeRecords());
    return moves;
  };
}

const views = ['rooms', 'vets', 'week', 'list', 'flow'];
const boards = [
  ...[desk, wide, phone, tablet].flatMap((screen) => views.map((view) => ({ ...screen, view, of: 'a store' }))),
  { ...desk, view: 'rooms', of: 'all stores' },
  { ...wide, view: 'vets', of: 'all stores' },
];

/** Renders the app while its answers arrive one by one, and returns what has moved. */
async function movesWhileLoading(
  of: PracticeInMemory,
  { last, address }: { last: readonly string[]; address: string },
) {
  const { practice, next } = oneByOne(of, last);
  const moves = await watch();
  await renderApp(practice, address);
  await waitUntil(async () => {
    expect(await next()).toBe(true);
    // Checked without waiting, because a part of the app that has just loaded may send another request, which is held
    // back, too.
    expect(document.querySelector('main')?.getAttribute('aria-busy')).toBe('false');
    expect(shownBlocks().length).toBeGreaterThan(0);
    // Requests that were sent after the last answer was rendered.
    expect(await next()).toBe(true);
  });
  return moves();
}

function expectSteady(moves: Awaited<ReturnType<typeof movesWhileLoading>>): void {
  const sum = moves.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(moves)).toBeLessThan(ALLOWED);
}

test.each(boards)(
  'nothing moves while $view of $of load at $width pixels, in whatever order answers arrive',
  async ({ width, height, last, view, of }) => {
    await page.viewport(width, height);
    const address = `/?store=${of === 'a store' ? STORE : 'all'}&view=${view}&date=${DAY}`;
    expectSteady(await movesWhileLoading(fullDay(), { last, address }));
  },
);

const answers = [
  ...['/desk/session', '/v1/companies', '/v1/enums', '/v1/employees', '/v1/appointment-types'],
  ...['/v1/appointments/search', '/v1/availability', '/v1/pets'],
];

test.each([desk, phone].flatMap(({ width, height }) => answers.map((last) => ({ width, height, last }))))(
  'nothing moves at $width pixels if $last is answered after everything that does not depend on it',
  async ({ width, height, last }) => {
    await page.viewport(width, height);
    const address = `/?store=${STORE}&view=rooms&date=${DAY}`;
    expectSteady(await movesWhileLoading(fullDay({ hasExtensions: true }), { last: [last], address }));
  },
);

test.each([desk, tablet, phone].flatMap(({ width, height }) => views.map((view) => ({ width, height, view }))))(
  'nothing moves in $view at $width pixels when answers and undelivered messages arrive on a day that is drawn',
  async ({ width, height, view }) => {
    await page.viewport(width, height);
    vi.setSystemTime(new Date(`${DAY}T10:00:00Z`));
    onTestFinished(() => void vi.useRealTimers());
    const practice = fullDay({ hasExtensions: true });
    const expected = practice.appointments.filter(({ start, status }) => start > `${DAY}T12` && status === 'confirmed');
    for (const [nth, { id }] of expected.entries()) {
      if (nth % 3 < 2) practice.messages.answer(id, nth % 3 === 0 ? 'confirmed' : 'another_time');
      else practice.messages.add({ appointmentIds: [id], status: 'unknown' });
    }
    const held = ['GET /v1/client-answers', 'GET /v1/messages'].map((name) => practice.hold(name));
    const moves = await watch();
    await renderApp(practice, `/?store=${STORE}&view=${view}&date=${DAY}`);
    await waitUntil(() => {
      expect(shownBlocks().length).toBeGreaterThan(0);
      expect(document.querySelector('main')?.getAttribute('aria-busy')).toBe('false');
      // The answers, and the messages that failed or may be lost.
      const asked = practice.requests.filter(({ name }) => /client-answers|\/messages/.test(name));
      expect(asked.length).toBeGreaterThanOrEqual(3);
    });
    await frame();
    await frame();
    const drawn = moves().length;
    for (const { letGo, end } of held) {
      end();
      letGo();
    }
    await waitUntil(() => {
      const labels = shownBlocks().map(({ ariaLabel }) => ariaLabel ?? '');
      for (const text of ['client confirmed', 'wants another time', 'not delivered'])
        expect(labels.some((label) => label.includes(text))).toBe(true);
    });
    await frame();
    await frame();
    expectSteady(moves().slice(drawn));
  },
);

test('a list that is rendered before its plan does not move when the plan arrives', async () => {
  await page.viewport(phone.width, phone.height);
  // What is over has no mark.
  vi.setSystemTime(new Date(`${DAY}T16:00:00Z`));
  onTestFinished(() => void vi.useRealTimers());
  const practice = fullDay({ hasExtensions: true });
  const [start, end] = [`${DAY}T18:00:00.000Z`, `${DAY}T19:00:00.000Z`];
  practice.plan.create({ kind: 'unavailable', storeId: STORE, roomId: idOf(3, 11), start, end, title: 'Cleaning' });
  const { letGo } = practice.hold('GET /v1/availability');
  const moves = await watch();
  await renderApp(practice, `/?store=${STORE}&view=list&date=${DAY}`);
  await waitUntil(() => expect(shownBlocks().length).toBeGreaterThan(0));
  letGo();
  await expect.element(page.getByText('room blocked').first()).toBeInTheDocument();
  await frame();
  await frame();
  const sum = moves().reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(moves())).toBeLessThan(ALLOWED);
});

test.each([desk, tablet, phone])('hours have their height from the beginning, at $width pixels', async (screen) => {
  await page.viewport(screen.width, screen.height);
  const heights = new Set<string | undefined>();
  const observer = new MutationObserver(() =>
    heights.add(document.querySelector<HTMLElement>('.calendar-scroller')?.style.getPropertyValue('--hour')),
  );
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  onTestFinished(() => observer.disconnect());
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  practice.add({ start: `${DAY}T14:00:00.000Z`, end: `${DAY}T14:30:00.000Z`, roomId: idOf(3, 11) });
  const { settled } = await renderApp(practice, `/?store=${STORE}&view=rooms&date=${DAY}`);
  await settled();
  expect(shownBlocks().length).toBeGreaterThan(0);
  heights.delete(undefined);
  expect([...heights]).toHaveLength(1);
});
