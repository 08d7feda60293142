import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import {
  at,
  bella,
  bookByKeys,
  booked,
  CREATE,
  choose,
  dialog,
  emptyDay,
  field,
  made,
  notesOf,
  openForm,
  SEARCH,
  sent,
  text,
} from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { blockOf, lookForChanges } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const undo = booked.getByRole('button', { name: 'Undo' });
const heading = page.getByRole('heading', { level: 1 });
const empty = () => createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });

/** Makes the practice system assign a room to each new appointment. */
function assignRoom(practice: PracticeInMemory, roomId: string) {
  practice.answer(CREATE, (_request, respond) => {
    const answered = respond();
    Object.assign(practice.appointments.at(-1) ?? {}, { roomId });
    return answered;
  });
}

const focusIsOnBlock = (practice: PracticeInMemory) =>
  waitUntil(() => expect(document.activeElement?.getAttribute('data-appointment')).toBe(made(practice)[0]?.id));

test('the new block has the focus, even if the filters exclude it', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  const { address } = await openForm(practice, `${bella()}&status=requested`);
  await bookByKeys();
  await expect.element(booked).toBeVisible();
  await focusIsOnBlock(practice);
  await expect.element(page.elementLocator(document.activeElement ?? document.body)).toBeInViewport();
  expect(address()).not.toContain('new=');
});

test('after a booking on another day the calendar returns, and the focused Show leads to the booking', async () => {
  const practice = emptyDay();
  await openForm(practice, bella(''));
  await dialog.getByRole('button', { name: 'The day after' }).click();
  await expect.element(heading).toHaveTextContent(/5 Jun/);
  await expect.element(text('Start')).toHaveValue('08:00');
  await bookByKeys();
  await expect.element(booked).toHaveTextContent(/Thu,? 5 Jun/);
  await expect.element(heading).toHaveTextContent(/4 Jun/);
  await expect.element(booked.getByRole('button', { name: 'Show' })).toHaveFocus();
  pause();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveTextContent(/5 Jun/);
  await focusIsOnBlock(practice);
});

test.each(['Ctrl+Z', 'Undo'])('%s of a booking on another day returns the focus to the calendar', async (how) => {
  const practice = empty();
  const milo = practice.add({ petId: idOf(4, 3), start: at('11:00'), end: at('11:30') });
  await openForm(practice, bella(''));
  await dialog.getByRole('button', { name: 'The day after' }).click();
  await expect.element(text('Start')).toHaveValue('08:00');
  await bookByKeys();
  await expect.element(booked.getByRole('button', { name: 'Show' })).toHaveFocus();
  await expect.element(undo).toBeVisible();
  pause();
  await userEvent.keyboard(how === 'Undo' ? '{Tab}{Enter}' : '{Control>}z{/Control}');
  await expect.poll(() => made(practice)).toEqual([]);
  await expect.element(booked).not.toBeInTheDocument();
  await waitUntil(() => expect(document.activeElement?.getAttribute('data-appointment')).toBe(milo.id));
});

test('the notice names vet and room, and warns if the room differs from the one that was clicked', async () => {
  const practice = emptyDay();
  assignRoom(practice, idOf(3, 11));
  await openForm(practice, `${bella()}&bookRoom=${idOf(3, 12)}&bookVet=${idOf(6, 1)}`);
  await bookByKeys();
  const title = `Booked: ${isolateText('Bella')}, in ${isolateText('Room 1')} instead of ${isolateText('Room 2')}`;
  const notice = page.getByRole('dialog', { name: title });
  await expect.element(notice).toHaveTextContent(/Ada Okafor.*Room 1/);
  expect(notice.element().querySelector('svg')?.classList.contains('text-warn')).toBe(true);
  expect(page.getByText(/^Booked: /).elements()).toHaveLength(1);
});

test('the clicked room is set if the practice system allows changing it', async () => {
  const practice = empty();
  assignRoom(practice, idOf(3, 11));
  await openForm(practice, `${bella()}&bookRoom=${idOf(3, 12)}`);
  await expect.element(field('Room')).toHaveTextContent('Room 2');
  await bookByKeys();
  await expect.element(booked).toHaveTextContent(/Room 2/);
  expect(made(practice)[0]?.roomId).toBe(idOf(3, 12));
});

test('the notice of a clashing booking names the other appointment', async () => {
  const practice = empty();
  practice.add({ petId: idOf(4, 3), start: at('9:00'), end: at('9:30'), roomId: idOf(3, 11) });
  assignRoom(practice, idOf(3, 11));
  await openForm(practice);
  await bookByKeys();
  const notice = page.getByRole('dialog', {
    name: `Booked: ${isolateText('Bella')}, clashes with ${isolateText('Milo')}`,
  });
  await expect.element(notice).toBeVisible();
});

test('Undo removes the booking without a trace', { tags: 'smoke' }, async () => {
  const practice = empty();
  await openForm(practice);
  await bookByKeys();
  await undo.click();
  await expect.poll(() => made(practice)).toEqual([]);
  await expect.element(booked).not.toBeInTheDocument();
  await waitUntil(() => expect(document.querySelector('[data-appointment]')).toBeNull());
});

test('the details of a booking close when it is undone', async () => {
  const practice = empty();
  await openForm(practice);
  await bookByKeys();
  await focusIsOnBlock(practice);
  pause();
  await userEvent.keyboard('{Enter}');
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect.element(details.getByRole('heading', { name: 'Bella' })).toBeVisible();
  await undo.click();
  await expect.poll(() => made(practice)).toEqual([]);
  await expect.element(details).not.toBeInTheDocument();
});

test('Undo keeps a booking that another desk has changed before it was read back, and says why', async () => {
  const practice = empty();
  practice.answer(CREATE, (_request, respond) => {
    const answered = respond();
    // The other desk has the same key, so no history says that someone else was there.
    const [record] = made(practice);
    Object.assign(record ?? {}, { notes: 'Fasted', updatedAt: new Date(Date.now() + 5).toISOString() });
    return answered;
  });
  await openForm(practice);
  await bookByKeys();
  await undo.click();
  await expect.element(page.getByText('because a colleague had changed it', { exact: false })).toBeVisible();
  expect(made(practice)).toMatchObject([{ status: 'cancelled', notes: 'Fasted' }]);
});

test.each(['Control', 'Meta'])('%s Z undoes the booking before earlier changes', async (command) => {
  const practice = empty();
  const milo = practice.add({ petId: idOf(4, 3), start: at('11:00'), end: at('11:30') });
  const statusOfMilo = () => practice.appointments.find(({ id }) => id === milo.id)?.status;
  const { router } = await openForm(practice);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  (await blockOf(milo.id)).focus();
  await userEvent.keyboard('s');
  await expect.poll(statusOfMilo).toBe('checked_in');
  router.history.back();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await bookByKeys();
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  await userEvent.keyboard(`{${command}>}z{/${command}}`);
  await expect.poll(() => made(practice)).toEqual([]);
  expect(statusOfMilo()).toBe('checked_in');
  await userEvent.keyboard(`{${command}>}z{/${command}}`);
  await expect.poll(statusOfMilo).toBe('confirmed');
});

test('there is no Undo if the practice system cannot change appointments', async () => {
  const practice = emptyDay();
  await openForm(practice);
  await bookByKeys();
  // The notice names the room after the booking has been read back.
  await expect.element(booked).toHaveTextContent('Room 1');
  expect(undo.elements()).toEqual([]);
});

test('the next booking can be typed while the previous one is being sent', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  await openForm(practice);
  await text('Notes').fill('first caller');
  await bookByKeys();
  await sent(practice);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await choose('milo');
  expect(dialog.getByText(/^Unfinished/).elements()).toEqual([]);
  await text('Notes').fill('second caller');
  create.letGo();
  await expect.element(booked).toBeVisible();
  await expect.element(text('Notes')).toHaveFocus();
  await expect.element(text('Notes')).toHaveValue('second caller');
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(notesOf(practice)).toEqual(['first caller', 'second caller']);
});

test('the next panel has the focus when the previous booking appears on the calendar', async () => {
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

test('the next panel keeps the focus when a booking on another day is finished', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  await openForm(practice, bella(''));
  await dialog.getByRole('button', { name: 'The day after' }).click();
  await expect.element(text('Start')).toHaveValue('08:00');
  await bookByKeys();
  await sent(practice);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('mi');
  create.letGo();
  await expect.element(booked.getByRole('button', { name: 'Show' })).toBeVisible();
  await userEvent.keyboard('lo');
  await expect.element(field('Pet')).toHaveValue('milo');
});

test('if the user has left the calendar, a finished booking is reported without navigating', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  const { address } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect.element(page.getByTestId('matches')).toBeVisible();
  letGo();
  await expect.element(booked).toBeVisible();
  expect(address()).toMatch(/^\/appointments/);
  expect(made(practice)).toHaveLength(1);
});

test('the list of all appointments contains a new booking when it is opened again', async () => {
  const practice = emptyDay();
  const { router } = await renderApp(practice, '/appointments?when=all');
  const matches = page.getByTestId('matches');
  await expect.element(matches).toHaveTextContent('40 appointments');
  const search = { date: DAY, new: true as const, pet: idOf(4, 1), bookType: idOf(7, 5), start: `${DAY}T09:05` };
  await router.navigate({ to: '/', search });
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await bookByKeys();
  await expect.element(booked).toBeVisible();
  await router.navigate({ to: '/appointments', search: { when: 'all' } });
  await expect.element(matches).toHaveTextContent('41 appointments');
});

test('the new block is marked as changed only after a colleague moves it', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  const { settled } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  // A focused block is marked, too.
  await userEvent.keyboard('{Escape}');
  create.letGo();
  await expect.element(booked).toBeVisible();
  const { id } = made(practice)[0] ?? { id: '' };
  await lookForChanges(practice);
  await settled();
  expect(await blockOf(id)).not.toHaveAttribute('data-fresh');
  practice.change(id, { start: at('10:05'), end: at('10:20') });
  await lookForChanges(practice);
  await waitUntil(async () => expect(await blockOf(id)).toHaveAttribute('data-fresh', 'true'));
});
