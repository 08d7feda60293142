import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { eventually } from '#testing/eventually.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';

const DAY = '2031-03-05';
const NORTH = idOf(2, 1);

const board = page.getByRole('main', { name: 'Board' });
const details = page.getByRole('complementary', { name: 'Appointment' });
const form = page.getByRole('dialog', { name: 'New appointment' });
const field = (name: string) => form.getByRole('combobox', { name });
const blockOf = (id: string) => board.element().querySelector<HTMLElement>(`[data-appointment="${id}"]`);
const focusOn = (id: string) =>
  eventually(() => {
    blockOf(id)?.focus();
    expect(document.activeElement?.getAttribute('data-appointment')).toBe(id);
  });
const appointmentIn = (address: string) => new URLSearchParams(address.slice(address.indexOf('?'))).get('appointment');

/** Bella at 10 and at 11 in New York on a day of its own, and the board of that day. */
function quietDay() {
  const practice = createPracticeInMemory({ appointments: 0 });
  const visit = (from: string, to: string) =>
    practice.add({ start: `${DAY}T${from}:00.000Z`, end: `${DAY}T${to}:00.000Z`, roomId: idOf(3, 11) }).id;
  const [first, second] = [visit('15:00', '15:30'), visit('16:00', '16:30')];
  return { practice, first, second, address: `/?store=${NORTH}&date=${DAY}` };
}

async function openBoard(...[practice, address]: Parameters<typeof renderApp>) {
  const app = await renderApp(practice, address);
  await expect.element(board).toHaveAttribute('aria-busy', 'false');
  return app;
}

test('the details follow the arrows, and Escape closes them wherever the focus is', async () => {
  const { practice, first, second, address } = quietDay();
  const { router, address: shown } = await openBoard(practice, address);
  await focusOn(first);
  await userEvent.keyboard('{Enter}');
  await expect.element(details).toHaveTextContent('10:00 – 10:30');
  await userEvent.keyboard('{ArrowDown}');
  await eventually(() => expect(document.activeElement).toBe(blockOf(second)));
  await expect.element(details).toHaveTextContent('11:00 – 11:30');
  await eventually(() => expect(appointmentIn(shown())).toBe(second));

  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(details).toBeVisible();

  // Of all the steps only the opening is on the way back.
  router.history.back();
  await expect.element(details).not.toBeInTheDocument();
  blockOf(first)?.click();
  await expect.element(details).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search this day' });
  search.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
});

test('a link to an appointment that is not there says so, and leads to all stores', async () => {
  const { practice, address } = quietDay();
  const nowhere = '01234567-89ab-4def-8123-456789abcdef';
  const { address: shown } = await openBoard(practice, `${address}&appointment=${nowhere}`);
  await expect.element(details).toHaveTextContent('This link names an appointment that is not on this day.');
  await details.getByRole('link', { name: 'Look in all stores' }).click();
  await eventually(() => expect(shown()).toContain(`store=${NORTH},${idOf(2, 2)}`));
  expect(appointmentIn(shown())).toBe(nowhere);
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(details).not.toBeInTheDocument();
});

test('a link to an appointment of a day that was read ahead leads there', async () => {
  const { practice, first } = quietDay();
  await openBoard(practice, `/?store=${NORTH}&date=2031-03-06&appointment=${first}`);
  await details.getByRole('link', { name: 'Show it there' }).click();
  await eventually(() => expect(blockOf(first)?.getAttribute('aria-current')).toBe('true'));
});

test('an appointment leads to the next one of its pet, and to the same once more', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { id } = practice.add({
    start: `${DAY}T15:00:00.000Z`,
    end: `${DAY}T15:30:00.000Z`,
    employees: [{ id: idOf(6, 2), isMainEmployee: true }],
  });
  await openBoard(practice, `/?store=${NORTH}&date=${DAY}&appointment=${id}`);
  await details.getByRole('button', { name: 'Book follow-up' }).click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveValue('');
  await expect.element(field('Vet')).toHaveValue('Bram de Wit');
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();

  await details.getByRole('button', { name: 'Book again' }).click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveValue('Consultation');
});
