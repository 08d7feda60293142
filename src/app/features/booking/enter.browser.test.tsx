import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import {
  at,
  bookButton,
  booked,
  dialog,
  emptyDay,
  field,
  offered,
  openForm,
  options,
  renderForm,
  text,
} from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { openBoard } from '#testing/shown-board.ts';

test('by keyboard alone, Enter goes from field to field to the button, where it books', async () => {
  const practice = emptyDay(true);
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await userEvent.keyboard('n');
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('be');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Visit type')).toHaveFocus();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await userEvent.keyboard('vac{Enter}');
  await expect.element(field('Visit type')).toHaveValue('Vaccination');
  // Store and Room are passed over: they have a default, and a date that is typed at once must not choose a store.
  for (const next of [field('Vet'), text('Date'), text('Start'), text('Length')]) {
    await expect.element(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
  }
  expect(practice.creates()).toEqual([]);
  await expect.element(bookButton).toHaveFocus();
  // A second press meets no button.
  await userEvent.keyboard('{Enter}');
  expect(practice.creates()).toEqual([]);
  pause();
  await userEvent.keyboard('{Enter}');
  await expect.element(booked).toBeVisible();
  expect(practice.creates()).toMatchObject([{ petId: idOf(4, 1), start: at('8:00'), end: at('8:15') }]);
});

test('Enter in Date shows the free times of the typed day, and in Start takes the time, without booking', async () => {
  const practice = emptyDay();
  practice.add({
    ...{ petId: idOf(4, 3), start: at('8:00', '2031-06-05'), end: at('9:00', '2031-06-05') },
    employees: [{ id: idOf(6, 1), isMainEmployee: true }],
  });
  await openForm(practice, `&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}&bookVet=${idOf(6, 1)}`);
  await expect.poll(() => offered('Morning')[0]).toBe('8:00');
  await text('Date').click();
  await userEvent.keyboard('5 june 2031{Enter}');
  await expect.element(text('Start')).toHaveFocus();
  await expect.poll(() => offered('Morning')[0]).toBe('9:00');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('430{Enter}');
  await expect.element(text('Length')).toHaveFocus();
  await expect.element(text('Start')).toHaveValue('16:30');
  expect(practice.creates()).toEqual([]);
});

test('a visit type is found by its own name before one of a category with that name', async () => {
  const practice = emptyDay();
  const [consultation, other] = practice.types;
  if (!consultation || !other) throw new Error('The practice has no visit types.');
  Object.assign(other, { name: 'Booster', category: consultation.category });
  await renderForm(practice);
  await field('Visit type').click();
  await userEvent.keyboard('cons');
  await expect.element(options.first()).toHaveTextContent(/^Consultation/);
  await expect.element(options.nth(1)).toHaveTextContent(/^Booster/);
});

test('Enter stays in a list in which nothing matches', async () => {
  await renderForm(emptyDay());
  await field('Visit type').click();
  await userEvent.keyboard('kwxq{Enter}');
  await expect.element(page.getByText('No matching visit type.')).toBeVisible();
  await expect.element(field('Visit type')).toHaveFocus();
});

test('Enter goes through the fields of a new client, and makes a new line in the notes', async () => {
  const practice = emptyDay(true);
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('Quillon');
  await expect.element(options.first()).toHaveTextContent(/^New client and pet/);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Client’s name')).toHaveFocus();
  for (const [typed, next] of [
    ['Rosa Diaz', 'Phone'],
    ['', 'E-mail'],
    ['', 'Pet’s name'],
    ['', 'Species'],
    ['Cat', 'Breed'],
  ] as const) {
    await userEvent.keyboard(`${typed}{Enter}`);
    await expect.element(dialog.getByLabelText(next)).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Visit type')).toHaveFocus();
  await text('Notes').click();
  await userEvent.keyboard('a{Enter}b');
  await expect.element(text('Notes')).toHaveValue('a\nb');
  expect(practice.creates()).toEqual([]);
});

const enter = (autoRepeat: boolean) =>
  cdp().send('Input.dispatchKeyEvent', {
    ...{ key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
    ...{ type: 'keyDown', autoRepeat },
  });

test('a held Enter goes on by one field, and never presses the button', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  await openForm(practice);
  text('Start').element().focus();
  for (let time = 0; time < 20; time += 1) await enter(time > 0);
  await expect.element(text('Length')).toHaveFocus();
  await cdp().send('Input.dispatchKeyEvent', { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, type: 'keyUp' });
  expect(practice.creates()).toEqual([]);
});

test('Enter does not reschedule, neither in a field nor on the choice of the following ones', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const panel = page.getByRole('dialog', { name: 'Reschedule' });
  const { id } = practice.add({ start: at('9:00'), end: at('9:30'), roomId: idOf(3, 11) });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}&appointment=${id}`);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await panel.getByRole('textbox', { name: 'Date' }).click();
  await userEvent.keyboard('5 june 2031{Enter}');
  await expect.element(panel.getByRole('textbox', { name: 'Start' })).toHaveFocus();
  await userEvent.keyboard('11{Enter}{Enter}{Enter}');
  await expect.element(panel.getByRole('button', { name: 'Reschedule' })).toHaveFocus();
  expect(practice.appointments.find((one) => one.id === id)?.start).toBe(at('9:00'));
  pause();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => practice.appointments.find((one) => one.id === id)?.start).toBe(at('11:00', '2031-06-05'));
});
