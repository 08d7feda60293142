import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolated } from '#app/text/isolated.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { DRAFT_DAY, keepDraft } from '#testing/booking-draft.ts';
import { bookByKeys, booked, openDraft } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';

const bella = isolated('Bella');
const undo = page.getByRole('button', { name: 'Undo' });

/** What came of the booking. */
const made = (practice: PracticeInMemory) => practice.appointments.find(({ createdFrom }) => createdFrom !== 'app');

/** Books Bella for a quarter of an hour at 9:05 in New York. */
async function book(practice: PracticeInMemory) {
  keepDraft(practice);
  await renderApp(practice, `/?store=${idOf(2, 1)}&date=${DRAFT_DAY}`);
  await openDraft();
  await bookByKeys();
}

const practiceOf = (beyond = true) => createPracticeInMemory({ appointments: 0, today: '2031-05-01', beyond });

test('Undo cancels the new appointment and replaces the notice', async () => {
  const practice = practiceOf();
  await book(practice);
  await booked.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => made(practice)?.status).toBe('cancelled');
  await expect
    .element(page.getByRole('dialog', { name: `${bella}: undone`, exact: true }))
    .toHaveTextContent('Cancelled');
  await expect.element(booked).not.toBeInTheDocument();
});

test.each(['Control', 'Meta'])('%s Z undoes the booking before earlier changes', async (command) => {
  const practice = practiceOf();
  const milo = practice.add({
    petId: idOf(4, 3),
    title: 'Milo – Consultation',
    start: `${DRAFT_DAY}T15:00:00.000Z`,
    end: `${DRAFT_DAY}T15:30:00.000Z`,
    createdFrom: 'app',
    status: 'confirmed',
  });
  keepDraft(practice);
  await renderApp(practice, `/?store=${idOf(2, 1)}&date=${DRAFT_DAY}`);
  const miloNow = () => practice.appointments.find(({ id }) => id === milo.id)?.status;
  const block = page.getByRole('button', { name: /Milo/ }).first();
  await expect.element(block).toBeVisible();
  (block.element() as HTMLElement).focus();
  await userEvent.keyboard('s');
  await expect.poll(miloNow).toBe('checked_in');
  await openDraft();
  await bookByKeys();
  await expect.element(booked.getByRole('button', { name: 'Undo' })).toBeVisible();
  await userEvent.keyboard(`{${command}>}z{/${command}}`);
  await expect.poll(() => made(practice)?.status).toBe('cancelled');
  expect(miloNow()).toBe('checked_in');
  await userEvent.keyboard(`{${command}>}z{/${command}}`);
  await expect.poll(miloNow).toBe('confirmed');
});

test('Ctrl Z undoes the booking while its notice has the focus', async () => {
  const practice = practiceOf();
  await book(practice);
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => made(practice)?.status).toBe('cancelled');
});

test('what a colleague has changed meanwhile is not cancelled unseen', async () => {
  const practice = practiceOf();
  await book(practice);
  await expect.element(undo).toBeVisible();
  const { id = '' } = made(practice) ?? {};
  // Before this desk could have heard of it.
  const end = practice.answer(`PATCH /v1/appointments/${id}`, (_request, usual) => {
    end();
    practice.change(id, { notes: 'Called: brings the cat, too' });
    return usual();
  });
  await undo.click();
  const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect.element(conflict.getByRole('row', { name: /^Notes/ })).toHaveTextContent('brings the cat');
  expect(made(practice)?.status).not.toBe('cancelled');
  await conflict.getByRole('button', { name: /^Keep/ }).click();
  expect(made(practice)?.status).not.toBe('cancelled');
});

test('where the practice system changes nothing there is no Undo', async () => {
  const practice = practiceOf(false);
  await book(practice);
  // The room is told once the booking has been read back.
  await expect.element(booked).toHaveTextContent('Room 1');
  expect(undo.elements()).toEqual([]);
});

test('the notice of a clashing booking names the other appointment', async () => {
  const practice = practiceOf();
  practice.add({
    petId: idOf(4, 3),
    title: 'Milo – Consultation',
    start: `${DRAFT_DAY}T13:00:00.000Z`,
    end: `${DRAFT_DAY}T13:30:00.000Z`,
    roomId: idOf(3, 11),
  });
  practice.answer('POST /v1/appointments', async (_request, usual) => {
    const answer = usual();
    const one = made(practice);
    if (one) one.roomId = idOf(3, 11);
    return answer;
  });
  await book(practice);
  const notice = page.getByRole('dialog', { name: `Booked: ${bella}, clash with ${isolated('Milo')}` });
  await expect.element(notice).toBeVisible();
  expect(notice.element().querySelector('svg')?.classList.contains('text-warn')).toBe(true);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => made(practice)?.status).toBe('cancelled');
});
