import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SECOND_PRESS_MS } from '#app/browser/press-guard.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { lookForChanges } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2041-06-05';
const [NORTH, SOUTH] = [idOf(2, 1), idOf(2, 2)];
const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const list = page.getByRole('main');
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const shown = () => rows().map(({ dataset }) => dataset['row']);
const rail = page.getByRole('navigation', { name: 'Pages' });

function rowElement(id: string): HTMLElement {
  const found = rows().find(({ dataset }) => dataset['row'] === id);
  if (!found) throw new Error('The request is not shown.');
  return found;
}

/** Waits until a request shows a text. */
const expectText = (id: string | undefined, expectedText: string | RegExp) =>
  waitUntil(() => expect(rowElement(id ?? '').textContent?.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(expectedText));

/** A time of the day in New York, four hours behind UTC then. */
const at = (time: string, date = DAY) => new Date(`${date}T${time}:00.000-04:00`).toISOString();

/** A practice with requests at these times, half an hour each, by id. */
function practiceWith(times: readonly (readonly [from: string, to: string, date?: string])[], hasExtensions = true) {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  const ids = times.map(([from, to, date = DAY], index) => {
    const { id } = practice.add({
      ...{ petId: idOf(4, index + 1), start: at(from, date), end: at(to, date), storeId: NORTH, roomId: null },
      ...{ status: 'requested', createdFrom: 'app', clientNotes: `Note ${index}` },
    });
    return id;
  });
  return { practice, ids };
}

const statusOf = ({ appointments }: PracticeInMemory, id: string | undefined) =>
  appointments.find((one) => one.id === id)?.status;

test('requests are listed soonest first, each with its client and whether its time is still free', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = practiceWith([
    ['10:00', '10:30'],
    ['09:00', '09:30'],
    ['09:00', '09:30', '2041-06-04'],
  ]);
  const [takenId = '', free = '', before = ''] = ids;
  Object.assign(practice.appointments[0] ?? {}, { employees: [{ id: ADA, isMainEmployee: true }] });
  practice.add({
    ...{ petId: idOf(4, 9), start: at('10:00'), end: at('10:30'), storeId: SOUTH, status: 'confirmed' },
    employees: [{ id: ADA, isMainEmployee: true }],
  });
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual([before, free, takenId]));
  await expectText(free, 'This time is free.');
  await expectText(takenId, /Ada Okafor has .+, 10:00/);
  await expectText(takenId, 'Note 0');
  await expect
    .element(list.getByRole('link', { name: '+1 902 555 0147' }).first())
    .toHaveAttribute('href', 'tel:+19025550147');
  await expect
    .element(rail.getByRole('link', { name: 'Requests 3 waiting', exact: true }))
    .toHaveTextContent(/^Requests3$/);
  await expectAccessible('requests');
});

const inFocus = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
const allAnswered = list.getByRole('heading', { name: 'All requests answered' });

test('requests are answered with one key each, and the focus moves to the next one', { tags: 'smoke' }, async () => {
  const { practice, ids } = practiceWith([
    ['08:00', '08:30'],
    ['09:00', '09:30'],
    ['10:00', '10:30'],
    ['11:00', '11:30'],
  ]);
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual(ids));
  /** When a key first arrived in each row, and when the focus did. */
  const times = { keydown: new Map<string | undefined, number>(), focusin: new Map<string | undefined, number>() };
  const listening = new AbortController();
  onTestFinished(() => listening.abort());
  for (const name of ['keydown', 'focusin'] as const) {
    const record = ({ timeStamp }: Event) => times[name].set(inFocus(), times[name].get(inFocus()) ?? timeStamp);
    document.addEventListener(name, record, { signal: listening.signal });
  }
  const keys = ['c', 'c', 'd', 'c'];
  for (const [index, key] of keys.entries()) {
    await waitUntil(() => expect(inFocus()).toBe(ids[index]));
    await userEvent.keyboard(`{${key}>3/}${key}`);
  }
  // The focus moves so late that a second press, or a held key, meets no one else.
  for (const [index, id] of ids.slice(1).entries()) {
    const waited = Number(times.focusin.get(id)) - Number(times.keydown.get(ids[index]));
    expect(waited).toBeGreaterThanOrEqual(SECOND_PRESS_MS);
  }
  await expect.element(allAnswered).toBeVisible();
  await waitUntil(() =>
    expect(ids.map((id) => statusOf(practice, id))).toEqual(['confirmed', 'confirmed', 'cancelled', 'confirmed']),
  );
  await expect.element(rail.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
  const checks = list.getByText('This time is free.').elements();
  expect(checks.length).toBeGreaterThan(0);
  for (const check of checks) expect(check.checkVisibility({ visibilityProperty: true })).toBe(false);
  // Undo opens the last one again.
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitUntil(() => expect(rowElement(ids[3] ?? '').querySelectorAll('button.invisible')).toHaveLength(0));
  await expect.element(list.getByText('1 request', { exact: true })).toBeVisible();
  await expect.element(allAnswered).not.toBeInTheDocument();
});

test('how far away a day is, is judged by the clock of its store', async () => {
  // Two o’clock at night in Auckland.
  vi.setSystemTime(`${DAY}T14:00:00Z`);
  onTestFinished(() => void vi.useRealTimers());
  const { practice } = practiceWith([['18:00', '18:30']]);
  for (const store of practice.company.stores) store.timeZone = 'Pacific/Auckland';
  await renderApp(practice, '/requests');
  await expect.element(list.getByRole('heading', { name: /^Thu,? 6 Jun\W.*today/ })).toBeVisible();
});

test('arrow keys move through the list, a key opens the reschedule panel, and single keys can be turned off', async () => {
  const { practice, ids } = practiceWith([
    ['09:00', '09:30'],
    ['10:00', '10:30'],
    ['11:00', '11:30'],
  ]);
  const [first = '', , last = ''] = ids;
  const app = await renderApp(practice, '/requests');
  await waitUntil(() => expect(rowElement(first).contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(rowElement(last).contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('dialog', { name: 'Reschedule' })).toBeVisible();
  expect(app.address()).toContain(`move=${last}`);
  await app.leave();
  localStorage.setItem('frontdesk.board', JSON.stringify({ letterKeys: false }));
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(rowElement(first).contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('c');
  await list.getByRole('button', { name: 'Decline' }).first().click();
  await waitUntil(() => expect(statusOf(practice, first)).toBe('cancelled'));
});

test('rescheduling a request shows the calendar of its own store, and returns to the requests', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = practiceWith([
    ['09:00', '09:30'],
    ['10:00', '10:30'],
  ]);
  const [first, second = ''] = ids;
  for (const request of practice.appointments) request.storeId = SOUTH;
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' });
  const app = await renderApp(practice, `/?store=${NORTH}&date=${DAY}`);
  await rail.getByRole('link', { name: /^Requests/ }).click();
  await waitUntil(() => expect(shown()).toEqual([first, second]));
  await list.getByRole('button', { name: 'Reschedule' }).first().click();
  await expect.element(reschedule).toBeVisible();
  expect(new URLSearchParams(app.address().split('?')[1]).get('store')).toBe(SOUTH);
  await userEvent.keyboard('{Escape}');
  await waitUntil(() => expect(shown()).toEqual([first, second]));
  expect(app.address()).toMatch(/^\/requests/);

  await list.getByRole('button', { name: 'Reschedule' }).last().click();
  await userEvent.fill(reschedule.getByRole('textbox', { name: 'Start' }), '14:00');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitUntil(() => expect(shown()).toEqual([first, second]));
  expect(app.address()).toMatch(/^\/requests/);
  const later = () => practice.appointments.find(({ id }) => id === second);
  await waitUntil(() => expect(later()).toMatchObject({ start: at('15:00'), status: 'confirmed' }));
  // That was the answer.
  await expectText(second, 'Confirmed');
  expect(inFocus()).toBe(second);
  expect(list.getByRole('button', { name: 'Confirm' }).elements()).toHaveLength(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitUntil(() => expect(later()).toMatchObject({ start: at('10:00'), status: 'requested' }));
});

test.each(['//example.com', 'https://example.com', '/\\\\example.com'])(
  'a link cannot make the panel return to %s',
  async (from) => {
    const { practice, ids } = practiceWith([['09:00', '09:30']]);
    const app = await renderApp(practice, `/?date=${DAY}&new=1&move=${ids[0]}&from=${encodeURIComponent(from)}`);
    await expect.element(page.getByRole('dialog', { name: 'Reschedule' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Reschedule' })).not.toBeInTheDocument();
    expect(app.address()).toMatch(/^\/\?/);
  },
);

test('a colleague’s answer is shown immediately, and moves no other request under the pointer or the focus', async () => {
  const { practice, ids } = practiceWith([
    ['09:00', '09:30'],
    ['10:00', '10:30'],
  ]);
  const [first = '', second = ''] = ids;
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(rowElement(first).contains(document.activeElement)).toBe(true));
  await userEvent.hover(rail);
  practice.change(first, { status: 'confirmed' });
  const now = new Date().toISOString();
  const created = { createdAt: now, updatedAt: now, storeId: NORTH, status: 'requested' } as const;
  const { id } = practice.add({ ...created, start: at('12:00'), end: at('12:30') });
  await lookForChanges(practice);
  await waitUntil(() => expect(shown()).toEqual([first, second, id]));
  await expectText(first, 'Confirmed');
  // A key that was meant for it answers no other request.
  expect(inFocus()).toBe(first);
  await userEvent.keyboard('d');
  expect(statusOf(practice, first)).toBe('confirmed');
  expect(statusOf(practice, second)).toBe('requested');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await waitUntil(() => expect(shown()).toEqual([second, id]));
  await userEvent.hover(rail);
  await userEvent.hover(rowElement(id));
  const { top } = rowElement(id).getBoundingClientRect();
  practice.change(second, { status: 'cancelled' });
  await lookForChanges(practice);
  await expectText(second, 'Cancelled');
  expect(shown()).toEqual([second, id]);
  expect(rowElement(id).getBoundingClientRect().top).toBe(top);
  await userEvent.hover(rail);
  await waitUntil(() => expect(shown()).toEqual([id]));
});

test('a time that could not be checked gets no verdict', async () => {
  const { practice, ids } = practiceWith([['09:00', '09:30']]);
  const isOfDay = (body: unknown) => JSON.stringify(body).includes('"end"');
  const end = practice.answer('POST /v1/appointments/search', ({ body }, usual) =>
    isOfDay(body) ? Response.json({ type: 'FAULT', message: 'no', data: {} }, { status: 500 }) : usual(),
  );
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual(ids));
  await expect.element(list.getByRole('alert')).toHaveTextContent('Couldn’t check for clashes.');
  expect(rowElement(ids[0] ?? '').textContent).not.toContain('This time is free.');
  end();
  await list.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expectText(ids[0], 'This time is free.');
});

test('from practice software with only the specification, requests are read page by page, without buttons to change them', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = practiceWith(
    [
      ['12:00', '12:30'],
      ['09:00', '09:30'],
    ],
    false,
  );
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual(ids.toReversed()));
  await expectText(ids[0], 'This time is free.');
  for (const name of ['Confirm', 'Reschedule', 'Decline'])
    expect(list.getByRole('button', { name }).elements()).toEqual([]);
});

test('unanswered past requests are counted, with a link to the list of appointments', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2041-06-05T16:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { practice, ids } = practiceWith([
    ['09:00', '09:30'],
    ['16:00', '16:30'],
    ['16:00', '16:30', '2041-06-04'],
  ]);
  const app = await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual([ids[1]]));
  await list.getByRole('link', { name: /^2 requests of the last 7 days passed/ }).click();
  await expect.element(page.getByTestId('matches')).toHaveTextContent('3 appointments');
  expect(app.address()).toContain('status=requested');
});

test('a stay of several days is not called free, even if the requested vet is', async () => {
  const { practice, ids } = practiceWith([['09:00', '09:30']]);
  const [request] = practice.appointments;
  Object.assign(request ?? {}, { end: at('09:00', '2041-06-07'), employees: [{ id: BRAM, isMainEmployee: true }] });
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual(ids));
  await expectText(ids[0], 'Couldn’t check for clashes.');
});

test('no row moves while the details of pets and clients load', async () => {
  const { practice, ids } = practiceWith([
    ['09:00', '09:30'],
    ['10:00', '10:30'],
  ]);
  for (const client of practice.clients) client.lastName = 'von Hohenstein-Öttingen und Montenegro';
  for (const pet of practice.pets) pet.breed = 'Nova Scotia Duck Tolling Retriever';
  // The vet of the second one is busy, with a pet whose name is not loaded either.
  const second = practice.appointments.find(({ id }) => id === ids[1]);
  Object.assign(second ?? {}, { employees: [{ id: ADA, isMainEmployee: true }] });
  practice.add({
    ...{ petId: idOf(4, 9), start: at('10:00'), end: at('10:30'), storeId: SOUTH, status: 'confirmed' },
    employees: [{ id: ADA, isMainEmployee: true }],
  });
  const [pets, clients] = [practice.hold('GET /v1/pets'), practice.hold('GET /v1/clients')];
  await renderApp(practice, '/requests');
  await expectText(ids[0], /This time is free/);
  const places = () => ids.map((id) => rowElement(id).getBoundingClientRect().top);
  const before = places();
  pets.letGo();
  await expectText(ids[1], /Ada Okafor has .*, 10:00/);
  clients.letGo();
  await expectText(ids[1], /Hohenstein/);
  expect(places()).toEqual(before);
});

test('a client who wants another time is listed with the note until the time is kept or the appointment moved', {
  tags: 'smoke',
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2041-06-04T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { practice, ids } = practiceWith([
    ['09:00', '09:30'],
    ['10:00', '10:30'],
    ['11:00', '11:30'],
  ]);
  const [kept = '', moved = '', request = ''] = ids;
  for (const id of [kept, moved]) {
    practice.change(id, { status: 'confirmed' });
    practice.messages.answer(id, 'another_time', 'Only after 4 pm');
  }
  const { leave } = await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual([kept, moved, request]));
  await expect.element(rail.getByRole('link', { name: 'Requests 3 waiting', exact: true })).toBeVisible();
  await expectText(kept, /wants another time.*Only after 4 pm/);
  await expectAccessible('requests with wishes');
  const buttonsOf = (id: string) =>
    [...rowElement(id).querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(buttonsOf(kept).map((name) => name?.replace(/.$/, ''))).toEqual(['Reschedule', 'Keep the time']);
  await list.getByRole('button', { name: 'Keep the time' }).first().click();
  await waitUntil(() => expect(practice.messages.answers.get(kept)?.answer).toBe('confirmed'));
  await expectText(kept, 'Client confirmed');
  expect(statusOf(practice, kept)).toBe('confirmed');
  practice.change(moved, { start: at('16:30'), end: at('17:00') });
  await leave();
  await renderApp(practice, '/requests');
  await waitUntil(() => expect(shown()).toEqual([request]));
});
