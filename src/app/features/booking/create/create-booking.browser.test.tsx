import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { FormValues } from '#app/features/booking/booking-schema.ts';
import { isolated } from '#app/text/isolated.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { DRAFT_DAY, keepDraft } from '#testing/booking-draft.ts';
import { eventually } from '#testing/eventually.ts';
import { type AskedRequest, createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { blockOf } from '#testing/shown-board.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';

const CREATE = 'POST /v1/appointments';
const SEARCH = 'POST /v1/appointments/search';

const dialog = page.getByRole('dialog', { name: 'New appointment' });
const field = (name: string) => dialog.getByRole('combobox', { name });
const text = (name: string) => dialog.getByRole('textbox', { name });
const newButton = page.getByRole('button', { name: 'New appointment' });
const bookButton = dialog.getByRole('button', { name: 'Book appointment' });
const checking = dialog.getByText('Checking whether it was booked…');
const booked = page.getByRole('dialog', { name: `Booked: ${isolated('Bella')}`, exact: true });
const foundAfterAll = page.getByText('The answer was lost, but it is booked', { exact: false });

/** A day on which nothing is booked, so that nothing is asked before a booking. */
const emptyDay = () => createPracticeInMemory({ today: '2031-05-01' });

/** Opens the form from the board, as a person does, and waits until it is filled in. */
async function openDraft() {
  await newButton.click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
}

/** Opens the form over the board of the day, filled in. */
async function openForm(practice: PracticeInMemory, given: Partial<FormValues> = {}, params = '') {
  keepDraft(practice, given);
  const app = await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}${params}`);
  await openDraft();
  return app;
}

const bookByKeys = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
const notesOf = (practice: PracticeInMemory) => practice.creates().map(({ notes }) => notes);
/** The appointments that came of it, whatever was told of them. */
const made = (practice: PracticeInMemory) => practice.appointments.filter(({ createdFrom }) => createdFrom !== 'app');

const sent = (practice: PracticeInMemory, name = CREATE) =>
  eventually(() => expect(practice.asked.filter((request) => request.name === name)).not.toEqual([]));

const lost = () => Promise.reject(new TypeError('connection lost'));

test('a booking whose form was closed on the way leaves the next caller a form of their own', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  await openForm(practice, { notes: 'first caller' });
  await bookByKeys();
  await sent(practice);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  await userEvent.keyboard('n');
  await expect.element(text('Notes')).toHaveValue('');
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('milo');
  await page.getByRole('option').first().click();
  await field('Visit type').fill('vac');
  await page.getByRole('option').first().click();
  await text('Start').fill('10:05');
  await text('Notes').fill('second caller');
  letGo();
  await expect.element(booked).toBeVisible();
  await expect.element(text('Notes')).toHaveValue('second caller');
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(notesOf(practice)).toEqual(['first caller', 'second caller']);
});

test('the next form keeps the focus when what was booked before is on the board', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  const { settled } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  const readBack = practice.hold(SEARCH);
  create.letGo();
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('mi');
  readBack.letGo();
  await blockOf(made(practice)[0]?.id ?? '');
  await settled();
  await userEvent.keyboard('lo');
  await expect.element(field('Pet')).toHaveValue('milo');
});

test('a booking whose form was closed calls nobody back from another page', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  const { address } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: 'All appointments' }).click();
  await expect.element(page.getByTestId('matches')).toBeVisible();
  letGo();
  await expect.element(booked).toBeVisible();
  expect(address()).toMatch(/^\/appointments/);
  expect(made(practice)).toHaveLength(1);
});

test('the way back in the middle: the booking goes on, and is told', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  const { router } = await openForm(practice, { notes: 'went back' });
  await bookByKeys();
  await sent(practice);
  router.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  letGo();
  await expect.element(booked).toBeVisible();
  await newButton.click();
  await expect.element(text('Notes')).toHaveValue('');
  expect(notesOf(practice)).toEqual(['went back']);
});

test('a booking is in the list of all appointments that is come back to', async () => {
  const practice = emptyDay();
  keepDraft(practice);
  await renderApp(practice, '/appointments');
  const matches = page.getByTestId('matches');
  await expect.element(matches).toHaveTextContent('40 matches');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await openDraft();
  await bookByKeys();
  await expect.element(booked).toBeVisible();
  await page.getByRole('link', { name: 'All appointments' }).click();
  await expect.element(matches).toHaveTextContent('41 matches');
});

test('what was booked is seen and has the focus, though the filters leave it out', async () => {
  const practice = emptyDay();
  const { address } = await openForm(practice, {}, '&status=confirmed&hide=1');
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  const { id } = made(practice)[0] ?? { id: '' };
  await eventually(() => expect(document.activeElement?.getAttribute('data-appointment')).toBe(id));
  const focused = document.activeElement;
  if (focused === null) throw new Error('nothing has the focus');
  await expect.element(page.elementLocator(focused)).toBeInViewport();
  const others = page.getByRole('checkbox', { name: 'Hide others' });
  await expect.element(others).not.toBeChecked();
  await others.click();
  await expect.element(others).toBeChecked();
  expect(address()).toContain('hide=1');
});

test('what was booked here is marked as changed once a colleague moves it, not before', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  const { settled } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  // A block that has the focus is marked, too.
  await userEvent.keyboard('{Escape}');
  const readBack = practice.hold(SEARCH);
  create.letGo();
  await expect.element(booked).toBeVisible();
  const { id, start, end } = made(practice)[0] ?? { id: '', start: '', end: '' };
  const poll = () => window.dispatchEvent(new Event('online'));
  poll();
  await expect.element(await blockOf(id)).not.toHaveAttribute('data-fresh');
  readBack.letGo();
  await settled();
  expect(await blockOf(id)).not.toHaveAttribute('data-fresh');
  const hourLater = (instant: string) => new Date(Date.parse(instant) + 3_600_000).toISOString();
  practice.change(id, { start: hourLater(start), end: hourLater(end) });
  poll();
  await eventually(async () => expect(await blockOf(id)).toHaveAttribute('data-fresh', 'true'));
});

test('every way of pressing too often is one appointment', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  await openForm(practice);
  await bookButton.dblClick();
  await sent(practice);
  // It says that it is disabled; a person presses all the same.
  await bookButton.click({ force: true });
  text('Start').element().focus();
  // A key that is held down repeats.
  await userEvent.keyboard('{Enter>20/}');
  await userEvent.keyboard('{Control>}{Enter>20/}{/Control}');
  letGo();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(page.getByText(/^Booked: /).elements()).toHaveLength(1);
  expect(practice.creates()).toHaveLength(1);
});

/** Sends one event of Enter: the keyboard of the tests lets go of a key before it presses it again. */
const enter = (type: 'keyDown' | 'keyUp', autoRepeat: boolean) =>
  cdp().send('Input.dispatchKeyEvent', {
    ...{ key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
    ...{ type, autoRepeat },
  });

test('Enter held down from the beginning is one appointment', async () => {
  const practice = emptyDay();
  await openForm(practice);
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  text('Start').element().focus();
  for (let time = 0; time < 30; time += 1) await enter('keyDown', time > 0);
  await expect.element(dialog).not.toBeInTheDocument();
  for (let time = 0; time < 10; time += 1) await enter('keyDown', true);
  // Neither does the form open again, nor the appointment that then has the focus.
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).not.toBeInTheDocument();
  await enter('keyUp', false);
  expect(practice.creates()).toHaveLength(1);
});

/** Asks for the form with the draft, which loads until the returned function is called. */
async function askForForm(practice: PracticeInMemory) {
  const { letGo } = practice.hold('GET /v1/appointment-types');
  keepDraft(practice);
  await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}`);
  await newButton.click();
  await expect.element(dialog.getByText('Loading the form…')).toBeVisible();
  return letGo;
}

test('Enter held down since before the form was there is one appointment', async () => {
  const practice = emptyDay();
  const letGo = await askForForm(practice);
  for (let time = 0; time < 3; time += 1) await enter('keyDown', time > 0);
  letGo();
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await eventually(() => expect(document.activeElement?.hasAttribute('data-appointment')).toBe(true));
  for (let time = 0; time < 10; time += 1) await enter('keyDown', true);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).not.toBeInTheDocument();
  await enter('keyUp', false);
  expect(practice.creates()).toHaveLength(1);
});

test('Ctrl and Enter pressed before the form is there book what the draft says', async () => {
  const practice = emptyDay();
  const letGo = await askForForm(practice);
  await bookByKeys();
  letGo();
  await expect.element(booked).toBeVisible();
  expect(practice.creates()).toHaveLength(1);
});

test('somebody who has just booked the same time is told of before it is booked, too', async () => {
  const practice = emptyDay();
  const [ada] = practice.employees;
  const { settled } = await openForm(practice, { start: '7:00', employeeId: ada?.id ?? '' });
  await expect.element(dialog.getByText(`${isolated('North')} is closed then (open 8:00 – 18:00)`)).toBeVisible();
  await expect.element(dialog.getByRole('group', { name: 'Free times' }).getByRole('button').first()).toBeVisible();
  await settled();
  // The form knows of it as little as the person does: it is booked as the form looks at that time alone, the last thing it does.
  const start = `${DRAFT_DAY}T11:00:00.000Z`;
  const end = practice.answer(SEARCH, ({ body }, usual) => {
    if (JSON.stringify(body).includes(start)) {
      end();
      practice.add({
        petId: idOf(4, 3),
        start,
        end: `${DRAFT_DAY}T11:30:00.000Z`,
        employees: [{ id: ada?.id ?? '', isMainEmployee: true }],
      });
    }
    return usual();
  });
  await bookButton.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Not booked yet: somebody else has just booked this time');
  await expect
    .element(dialog.getByRole('region', { name: 'Before you book' }))
    .toHaveTextContent(`${isolated('Ada Okafor')} is busy then`);
  expect(practice.creates()).toEqual([]);
  await dialog.getByRole('button', { name: 'Book anyway' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toHaveLength(1);
});

test('somebody who books the same pet in the same moment is told of', async () => {
  const practice = emptyDay();
  practice.answer(CREATE, (_request, usual) => {
    const answer = usual();
    // What another desk sends meanwhile.
    usual();
    return answer;
  });
  await openForm(practice);
  await bookByKeys();
  await expect
    .element(page.getByText(`${isolated('Bella')} is booked, and somebody else booked this time too`))
    .toBeVisible();
});

test('a request lost on its way: looked for with patience, then not booked, then tried again once', async () => {
  const practice = emptyDay();
  const end = practice.answer(CREATE, lost);
  await openForm(practice, { notes: 'lost on its way' });
  stopClock();
  await bookByKeys();
  await expect.element(checking).toBeVisible();
  const pressed = Date.now();
  // Not sent after this, since it may still arrive.
  await bookByKeys();
  await later(() => expect(dialog.getByRole('alert').query()).not.toBeNull());
  expect(Date.now() - pressed).toBeGreaterThan(30_000);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not booked');
  await expect.element(text('Notes')).toHaveValue('lost on its way');
  expect(notesOf(practice)).toEqual(['lost on its way']);
  expect(made(practice)).toEqual([]);

  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await later(() => expect(dialog.query()).toBeNull());
  expect(made(practice)).toHaveLength(1);
  expect(practice.creates()).toHaveLength(2);
});

test('a laptop that slept while the answer was on its way finds the appointment when it wakes', async () => {
  const practice = emptyDay();
  practice.answer(CREATE, (_request, usual) => {
    usual();
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    // The network comes back later than the screen.
    let refusals = 0;
    const end = practice.answer(SEARCH, () => {
      refusals += 1;
      if (refusals === 2) end();
      return lost();
    });
    return lost();
  });
  await openForm(practice);
  stopClock();
  await bookByKeys();
  await expect.element(dialog.getByText(/^No connection: /)).toBeVisible();
  await later(() => expect(foundAfterAll.query()).not.toBeNull());
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toHaveLength(1);
  expect(made(practice)).toHaveLength(1);
});

test('a fault that the practice system reports of itself is told at once, and what it booked all the same is found', async () => {
  const practice = emptyDay();
  const data = { httpStatus: 500, suggestion: 'Ask support.', errorInstanceId: 'fault-1' };
  let look = () => {};
  practice.answer(CREATE, (_request, usual) => {
    usual();
    look = practice.hold(SEARCH).letGo;
    return Response.json({ type: 'SERVICE_ERROR', message: 'internal_error', data }, { status: 500 });
  });
  await openForm(practice);
  await bookByKeys();
  const alert = dialog.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The practice system has a fault.');
  await expect.element(checking).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy error id' })).toBeVisible();
  await expect.element(alert).not.toHaveTextContent('Not booked');
  look();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(foundAfterAll).toBeVisible();
  expect(made(practice)).toHaveLength(1);
});

test('that the practice system has no room to save a booking is told as that, and is not looked for', async () => {
  const practice = emptyDay();
  const data = { httpStatus: 503, suggestion: 'the disk is full', errorInstanceId: 'full-1' };
  practice.answer(CREATE, () =>
    Response.json({ type: 'SERVICE_ERROR', message: 'storage_full', data }, { status: 503 }),
  );
  await openForm(practice);
  await bookByKeys();
  const alert = dialog.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Not booked');
  await expect.element(alert).toHaveTextContent('The disk of the practice system is full: nothing was saved.');
});

test('a key that may read only is told where the booking was, keeps what was typed, and is offered no further one', async () => {
  const practice = emptyDay();
  practice.session.canWrite = null;
  const data = { httpStatus: 403, suggestion: 'use a key that may read and write', errorInstanceId: 'e-1' };
  practice.answer(CREATE, () => {
    practice.session.canWrite = false;
    return Response.json({ type: 'SERVICE_ERROR', message: 'read_only_key', data }, { status: 403 });
  });
  await openForm(practice, { notes: 'bring the old file' });
  await bookByKeys();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('You can view but not book. Ask a practice administrator for a key that may book.');
  await expect.element(text('Notes')).toHaveValue('bring the old file');
  await expect.poll(() => page.getByTitle(/^You can view but not book/).elements().length).toBeGreaterThan(0);
  await expect.element(text('Notes')).toHaveValue('bring the old file');
  expect(practice.creates()).toHaveLength(1);
  expect(made(practice)).toEqual([]);
});

/** Lets people sign in, each with their name as the key; Ann is signed in. */
function signIns(practice: PracticeInMemory) {
  const { session } = practice;
  Object.assign(session, { access: 'sign_in', person: 'ann' });
  practice.answer('DELETE /desk/session', () => {
    Object.assign(session, { signedIn: false, person: null });
    return new Response(null, { status: 204 });
  });
  practice.answer('POST /desk/session', ({ body }) => {
    Object.assign(session, { signedIn: true, person: body?.['apiKey'] });
    return Response.json(session);
  });
}

test.each([
  ['read for', SEARCH, 0],
  ['sent', CREATE, 1],
])(
  'who signs in while a booking is being %s is told nothing of it, and books nothing',
  async (_what, name, creates) => {
    const practice = emptyDay();
    signIns(practice);
    await openForm(practice, { notes: 'of Ann' });
    await expect.element(dialog.getByText('This time is free.')).toBeVisible();
    // Both name the time of the booking. The form also searches, when it likes, for times that are free.
    const isBooking = (request: AskedRequest) =>
      request.name === name && JSON.stringify(request.body).includes(`${DRAFT_DAY}T13:05:00.000Z`);
    const { letGo, end } = practice.hold(name, isBooking);
    await bookByKeys();
    await eventually(() => expect(practice.asked.some(isBooking)).toBe(true));
    end();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Session' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabelText('API key').fill('bob');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await newButton.click();
    await expect.element(text('Notes')).toHaveValue('');
    await text('Notes').fill('of Bob');
    letGo();
    await eventually(() => expect(practice.creates()).toHaveLength(creates));
    await userEvent.keyboard('{Escape}');
    await newButton.click();
    await expect.element(text('Notes')).toHaveValue('of Bob');
    expect(page.getByText(/^Booked: /).elements()).toEqual([]);
    expect(practice.creates()).toHaveLength(creates);
  },
);
