import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mediumDateText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import {
  bookButton,
  dialog,
  emptyDay,
  field,
  freeTimes as free,
  offered,
  renderForm as renderFormAt,
  SEARCH,
  takeRooms,
  text,
} from '#testing/booking-form.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';

/** A Thursday far ahead, in the first store's summer time (UTC−4); the store is open from 8 to 18, Monday to Friday. */
const DATE = '2031-06-05';
const POLL = 'GET /v1/appointments';

/** The days after the first are asked for once the date rests. */
const PATIENT = { timeout: 10_000 };

const renderForm = (practice: PracticeInMemory, params?: string) => renderFormAt(practice, params, DATE);

/** The searches of the form, which looks into all stores; the board asks for its own store. */
const searches = (practice: PracticeInMemory) =>
  practice.asked.filter(
    ({ name, body }) => name.endsWith('/search') && Array.isArray(body?.['storeIds']) && body['storeIds'].length === 2,
  );

test('the next five free times are offered from the chosen day on, each with its day', async () => {
  const practice = emptyDay();
  takeRooms(practice, `${DATE}T08:00`, `${DATE}T17:00`);
  takeRooms(practice, '2031-06-06T08:00', '2031-06-06T09:00', { status: 'cancelled' });
  await renderForm(practice);
  const expected = ['17:00', '17:15', '17:30'].map((time) => `Thu 5 Jun, ${time}`);
  const later = ['8:00', '8:15'].map((time) => `Fri 6 Jun, ${time}`);
  await expect.poll(offered, PATIENT).toEqual([...expected, ...later]);

  const friday = free.getByRole('button', { name: 'Fri 6 Jun, 8:15' });
  await friday.click();
  await expect.element(dialog.getByLabelText('Date', { exact: true })).toHaveValue(mediumDateText('2031-06-06'));
  await expect.element(text('Start')).toHaveValue('08:15');
  await expect.element(text('End')).toHaveValue('08:45');
  await expect.element(friday).toHaveAttribute('aria-pressed', 'true');
  await expect.element(friday).toHaveFocus();
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  expect(offered()).toEqual([...expected, ...later]);

  await free.getByRole('button', { name: 'Later' }).click();
  await expect.poll(() => offered()[0], PATIENT).toBe('Fri 6 Jun, 8:30');
  await free.getByRole('button', { name: 'First free times' }).click();
  await expect.poll(offered, PATIENT).toEqual([...expected, ...later]);
});

test('Book stays in place while the free times load', async () => {
  await resizePage(641, 800);
  const practice = emptyDay();
  // Times late in the day: their names take two rows in this window.
  takeRooms(practice, `${DATE}T08:00`, `${DATE}T16:30`);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  practice.answer(SEARCH, async (_, usual) => {
    await asked;
    return usual();
  });
  await renderForm(practice);
  await expect.element(free.getByText('Looking for free times…')).toBeVisible();
  const book = bookButton.element();
  const { top } = book.getBoundingClientRect();
  const before = free.element().clientHeight;
  answer();
  await expect.poll(offered, PATIENT).toHaveLength(5);
  expect(free.element().clientHeight).not.toBe(before);
  expect(book.getBoundingClientRect().top).toBe(top);
});

test('the free times are those for the vet and length of the form', async () => {
  const practice = emptyDay();
  const [ada] = practice.employees;
  practice.add({
    start: `${DATE}T12:00:00.000Z`,
    end: `${DATE}T15:00:00.000Z`,
    employees: [{ id: ada?.id ?? '', isMainEmployee: true }],
    petId: idOf(4, 29),
  });
  await renderForm(practice);
  await expect.poll(() => offered()[0], PATIENT).toBe('Thu 5 Jun, 8:00');
  await field('Vet').fill('ada');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => offered()[0], PATIENT).toBe('Thu 5 Jun, 11:00');
  await text('Length').fill('9h');
  await expect.poll(() => offered()[0], PATIENT).toBe('Fri 6 Jun, 8:00');
  await text('Length').fill('soon');
  await expect.element(free.getByText('Enter a length to see free times.')).toBeVisible();
});

test('a free time clicked right after the visit type was chosen has its length', async () => {
  const practice = emptyDay();
  // A stretch that is free for a nail trim, and too short for a consultation.
  takeRooms(practice, `${DATE}T08:30`, '2031-06-05T18:00');
  takeRooms(practice, `${DATE}T08:00`, '2031-06-05T08:15');
  await renderForm(practice, `&start=${DATE}T08:15`);
  await expect.poll(() => offered()[0], PATIENT).toBe('Fri 6 Jun, 8:00');
  // No timer runs from now on: what the form shows follows from the choice itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await field('Visit type').fill('nail');
  await userEvent.keyboard('{Enter}');
  await free.getByRole('button', { name: 'Thu 5 Jun, 8:15' }).click();
  await expect.element(text('Start')).toHaveValue('08:15');
  await expect.element(text('Length')).toHaveValue('15 min');
  await expect.element(text('End')).toHaveValue('08:30');
});

test('no free time is offered on a day on which the pet has an appointment', async () => {
  const practice = emptyDay();
  const [bella] = practice.pets;
  practice.add({ petId: bella?.id ?? '', start: `${DATE}T18:00:00.000Z`, end: `${DATE}T18:30:00.000Z` });
  await renderForm(practice, `&pet=${bella?.id}&start=${DATE}T10:15`);
  await expect.element(dialog.getByText(`${isolated('Bella')} has a visit that day already`)).toBeVisible();
  await expect
    .poll(offered, PATIENT)
    .toEqual(['8:00', '8:15', '8:30', '8:45', '9:00'].map((time) => `Fri 6 Jun, ${time}`));
});

test('the search for free times stops after six requests', async () => {
  const practice = emptyDay();
  takeRooms(practice, '2031-05-01T00:00', '2031-12-01T00:00');
  practice.answer(SEARCH, async ({ body }, usual) => {
    const answer = usual();
    const page = await answer.clone().json();
    const asked = Array.isArray(body?.['storeIds']) && body['storeIds'].length === 2;
    return asked ? Response.json({ ...page, hasMore: true, nextCursor: `${body?.['cursor'] ?? ''}x` }) : answer;
  });
  const endless = await renderForm(practice, `&start=2031-06-04T10:15`);
  await expect.poll(() => searches(practice).length, PATIENT).toBeGreaterThan(3);
  await endless.leave();

  const full = emptyDay();
  takeRooms(full, '2031-05-01T00:00', '2031-12-01T00:00');
  await renderForm(full);
  await expect.element(free.getByText(/^.North. has no 30 min free until \w{3} \d+ \w{3}\.$/)).toBeVisible();
  expect(searches(full).length).toBeGreaterThan(2);
  expect(searches(full).length).toBeLessThanOrEqual(6);
});

test('days that could not be loaded are not called full', async () => {
  const practice = emptyDay();
  takeRooms(practice, `${DATE}T00:00`, '2031-06-06T00:00');
  const end = practice.answer(SEARCH, ({ body }, usual) =>
    JSON.stringify(body).includes('"gte":"2031-06-05T04:00:00.000Z"')
      ? usual()
      : Response.json({ message: 'down', data: {} }, { status: 400 }),
  );
  await renderForm(practice);
  await expect.element(free.getByText('The free times could not be loaded.')).toBeVisible();
  expect(offered()).toEqual([]);
  end();
  await free.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => offered()[0], PATIENT).toBe('Fri 6 Jun, 8:00');
});

test('free times are hidden while the practice system cannot be reached', async () => {
  const practice = emptyDay();
  const { settled } = await renderForm(practice, `&start=${DATE}T11:00`);
  await expect.poll(() => offered().length, PATIENT).toBe(5);
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  const lit = () => document.querySelectorAll('.free-starts').length;
  await expect.poll(lit).toBeGreaterThan(0);

  const ends = [POLL, SEARCH].map((name) => practice.answer(name, () => new Response(null, { status: 503 })));
  // From now on no poll is due by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const isUnknown = () => {
    // The browser says that its network is back, which is looked into at once.
    window.dispatchEvent(new Event('online'));
    return document.querySelector('[data-incomplete]') !== null;
  };
  await expect.poll(isUnknown).toBe(true);
  await expect.element(free.getByText('The free times could not be loaded.')).toBeVisible();
  expect(offered()).toEqual([]);
  expect(lit()).toBe(0);
  await expect.element(dialog.getByText('Couldn’t check for clashes.')).toBeVisible();
  await expect.element(dialog.getByText('This time is free.')).not.toBeInTheDocument();
  // A poll that is still under way would be the one that is waited for.
  await settled();

  for (const end of ends) end();
  const polled = new Promise<void>((resolve) => {
    practice.answer(POLL, (_request, usual) => {
      resolve();
      return usual();
    });
  });
  await free.getByRole('button', { name: 'Try again' }).click();
  await polled;
  await expect.poll(() => offered().length, PATIENT).toBe(5);
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
});

test('Ctrl+Enter books after the focused free time disappeared', async () => {
  const practice = emptyDay();
  const [bella] = practice.pets;
  await renderForm(practice, `&pet=${bella?.id}&bookType=${practice.types[0]?.id}`);
  await expect.poll(() => offered().length, PATIENT).toBe(5);
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await free.getByRole('button', { name: 'Thu 5 Jun, 8:15' }).click();
  const ends = [POLL, SEARCH].map((name) => practice.answer(name, () => new Response(null, { status: 503 })));
  const isGone = () => {
    window.dispatchEvent(new Event('online'));
    return offered().length === 0;
  };
  await expect.poll(isGone).toBe(true);
  await expect.element(free).toHaveFocus();
  for (const end of ends) end();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.appointments.at(-1)).toMatchObject({ petId: bella?.id, start: `${DATE}T12:15:00.000Z` });
});

test('the focus moves to the free times when their focused button disappears', async () => {
  await renderForm(emptyDay());
  await expect.poll(() => offered().length, PATIENT).toBe(5);
  await free.getByRole('button', { name: 'Later' }).click();
  await free.getByRole('button', { name: 'First free times' }).click();
  await expect.element(free).toHaveFocus();
});

test('free times of a stale day are offered after it was refreshed', async () => {
  const practice = emptyDay();
  const form = await renderForm(practice);
  await expect.poll(() => offered().length, PATIENT).toBe(5);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect.element(page.getByTestId('matches')).toBeVisible();
  vi.setSystemTime(Date.now() + 60_000);
  onTestFinished(() => void vi.useRealTimers());
  const { letGo } = practice.hold(POLL);
  takeRooms(practice, `${DATE}T08:00`, `${DATE}T17:00`, { updatedAt: new Date().toISOString() });
  await form.router.navigate({ to: '/', search: { date: DATE, new: true } });
  await expect.element(free.getByText('Looking for free times…')).toBeVisible();
  expect(offered()).toEqual([]);
  letGo();
  await expect.poll(() => offered()[0], PATIENT).toBe('Thu 5 Jun, 17:00');
});

test('the free times say that records could not be read', async () => {
  const practice = emptyDay();
  practice.answer(SEARCH, async (_request, usual) => {
    const page = await usual().json();
    return Response.json({ ...page, data: [...page.data, { id: idOf(8, 999) }] });
  });
  await renderForm(practice);
  await expect.element(free.getByText(/1 record of these days could not be read/)).toBeVisible();
});

test('a free stretch of the overview opens the form with its room, vet and length', async () => {
  const practice = emptyDay();
  const [store] = practice.company.stores;
  practice.add({
    roomId: store?.rooms[1]?.id ?? '',
    start: `${DATE}T15:00:00.000Z`,
    end: `${DATE}T16:00:00.000Z`,
    employees: [{ id: practice.employees[0]?.id ?? '', isMainEmployee: true }],
  });
  await renderApp(practice, `/?store=${store?.id}&date=${DATE}&view=overview`);
  await page.getByRole('button', { name: /^8:00 – 11:00, 3 h free, Room 2/ }).click();
  await expect.element(field('Store')).toHaveAccessibleDescription(/Room 2/);
  await expect.element(text('Start')).toHaveValue('08:00');
  await expect.element(text('Length')).toHaveValue('15 min');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /^12:00 – 18:00, 6 h free, Ada Okafor/ }).click();
  await expect.element(field('Vet')).toHaveValue('Ada Okafor');
  await expect.element(text('Start')).toHaveValue('12:00');
  await expect.element(text('Length')).toHaveValue('15 min');
});
