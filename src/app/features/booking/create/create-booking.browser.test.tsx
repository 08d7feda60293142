import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolated } from '#app/text/isolated.ts';
import { DRAFT_DAY } from '#testing/booking-draft.ts';
import {
  bookButton,
  bookByKeys,
  CREATE,
  dialog,
  emptyDay,
  made,
  newButton,
  notesOf,
  openForm,
  SEARCH,
  text,
} from '#testing/booking-form.ts';
import { type AskedRequest, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const checking = dialog.getByText('Checking whether it was booked…');
const foundAfterAll = page.getByText('The answer was lost, but it is booked', { exact: false });

const lost = () => Promise.reject(new TypeError('connection lost'));

test('warns before booking if a colleague just took that time', async () => {
  const practice = emptyDay();
  const [ada] = practice.employees;
  const { settled } = await openForm(practice, { start: '07:00', employeeId: ada?.id ?? '' });
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

test('reports a colleague’s booking of the same pet at the same moment', async () => {
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

test('a lost request is looked up, reported as not booked, and sent again once on request', async () => {
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

test('a laptop that slept during a booking finds the appointment when it wakes', async () => {
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

test('a server error is reported at once, and an appointment it created is found', async () => {
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

test('a full disk of the practice system is reported as such', async () => {
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

test('a read-only key is reported in the form, which keeps what was typed', async () => {
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
    await waitUntil(() => expect(practice.asked.some(isBooking)).toBe(true));
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
    await waitUntil(() => expect(practice.creates()).toHaveLength(creates));
    await userEvent.keyboard('{Escape}');
    await newButton.click();
    await expect.element(text('Notes')).toHaveValue('of Bob');
    expect(page.getByText(/^Booked: /).elements()).toEqual([]);
    expect(practice.creates()).toHaveLength(creates);
  },
);
