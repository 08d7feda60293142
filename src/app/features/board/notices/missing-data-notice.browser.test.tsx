import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, lookForChanges, openBoard } from '#testing/shown-board.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';

const DAY = '2026-06-03';
const ADDRESS = `/?store=${idOf(2, 1)}&date=${DAY}`;
const LISTS = ['GET /v1/pets', 'GET /v1/enums', 'GET /v1/employees', 'GET /v1/appointment-types'];

const alert = page.getByRole('alert');
const status = page.getByRole('contentinfo').getByRole('status');

/** A practice in which all lists of names fail until `letGo` is called. */
function withoutNames() {
  const practice = createPracticeInMemory({ today: DAY });
  const restoreAll = LISTS.map((name) => practice.answer(name, () => new Response(null, { status: 500 })));
  const first = practice.appointments[0]?.id ?? '';
  return { practice, first, letGo: () => restoreAll.forEach((end) => void end()) };
}

test('missing names are reported until they are loaded, which a press tries at once', async () => {
  const { practice, first, letGo } = withoutNames();
  stopClock();
  await renderApp(practice, ADDRESS);
  await later(() => expect(alert.query()).not.toBeNull(), 15);
  await later(() => {
    expect(alert.query()).toHaveTextContent('Names of pets and clients couldn’t be loaded');
    expect(alert.query()).toHaveTextContent('The vets couldn’t be loaded.');
    expect(alert.query()).toHaveTextContent('The visit types couldn’t be loaded.');
    expect(alert.query()).toHaveTextContent('The names of statuses and categories couldn’t be loaded');
  }, 15);
  expect(await blockOf(first)).toHaveTextContent('BellaConsultation');
  await later(() => expect(status.query()).toHaveTextContent(/^Day partly loaded$/), 15);
  // Even while they are being retried.
  await pass(25);
  await expect.element(alert).toBeVisible();
  await expect.element(status).toHaveTextContent(/^Day partly loaded$/);
  letGo();
  alert
    .getByRole('button', { name: 'Try again', exact: true })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(alert).not.toBeInTheDocument();
  const { ariaLabel } = await blockOf(first);
  expect(ariaLabel).toBe('8:00 to 8:30, Bella, Ann Lee, Consultation, Room 1, Requested, Ada Okafor');
  await expect.element(status).toHaveTextContent('Live');
});

test('a loaded name stays while the list of names is reloaded page by page', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const first = practice.appointments[0]?.id ?? '';
  stopClock();
  const before = await openBoard(practice, ADDRESS);
  await later(() => expect(localStorage.getItem('frontdesk.last-day')).toContain('Ann Lee'), 15);
  await before.leave();

  // The pets of the day are on the second page.
  let letGo = () => {};
  const second = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  practice.answer('GET /v1/pets', async ({ query }, respond) => {
    const whole = await respond().json();
    const more = query.has('cursor');
    if (more) await second;
    const data = more ? whole.data : [];
    return Response.json({ ...whole, data, nextCursor: more ? null : '0', hasMore: !more });
  });
  const { settled } = await openBoard(practice, ADDRESS);
  const requests = () =>
    practice.requests.filter(({ name, query }) => name === 'GET /v1/pets' && query.has('cursor')).length;
  await later(() => expect(requests()).toBe(1), 15);
  const named = { ariaLabel: expect.stringContaining('Bella, Ann Lee') };
  expect(await blockOf(first)).toMatchObject(named);
  letGo();
  await settled();
  expect(await blockOf(first)).toMatchObject(named);
});

test('a list of names resumes at the page that failed', async () => {
  const practice = createPracticeInMemory({ today: DAY });
  const first = practice.appointments[0]?.id ?? '';
  let failing = true;
  practice.answer('GET /v1/pets', async ({ query }, respond) => {
    const whole = await respond().json();
    const more = query.has('cursor');
    if (more && failing) return new Response(null, { status: 500 });
    return Response.json({ ...whole, data: more ? whole.data : [], nextCursor: more ? null : '0', hasMore: !more });
  });
  stopClock();
  await renderApp(practice, ADDRESS);
  await later(() => expect(alert.query()).toHaveTextContent('Names of pets'), 15);
  failing = false;
  await later(() => expect(alert.query()).toBeNull(), 30);
  await expect.element(await blockOf(first)).toHaveAccessibleName(expect.stringContaining('Bella, Ann Lee'));
  const requests = practice.requests.filter(({ name, query }) => name === 'GET /v1/pets' && !query.has('cursor'));
  expect(requests).toHaveLength(1);
});

test('a pet that was registered at another desk is named, wherever the list has it', async () => {
  const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
  await openBoard(practice, ADDRESS);
  const [bella] = practice.pets;
  const zed = { ...bella!, id: idOf(4, 77), name: 'Zed', clientName: 'Zoe Zimmer' };
  practice.pets.push(zed);
  // Its page of the list is beyond those that a desk reads.
  practice.answer('GET /v1/pets', async (_, respond) => {
    const whole = await respond().json();
    return Response.json({ ...whole, data: whole.data.filter(({ id }: { id: string }) => id !== zed.id) });
  });
  // By now the list may be out of date.
  vi.setSystemTime(Date.now() + 10_000);
  onTestFinished(() => void vi.useRealTimers());
  const now = new Date().toISOString();
  const { id } = practice.add({
    ...{ petId: zed.id, title: 'Zed – Consultation', createdAt: now, updatedAt: now },
    ...{ start: `${DAY}T16:00:00.000Z`, end: `${DAY}T16:30:00.000Z` },
  });
  await lookForChanges(practice);
  const block = await blockOf(id);
  await expect.poll(() => block.isConnected && block.ariaLabel).toContain('Zed, Zoe Zimmer');
});
