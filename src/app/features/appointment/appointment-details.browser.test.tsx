import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Appointment } from '#contract/appointment.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { detailsAddress, practiceWithVisit } from '#testing/board-of-two.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2031-03-05';
const NORTH = idOf(2, 1);

const board = page.getByRole('main', { name: 'Calendar' });
const details = page.getByRole('complementary', { name: 'Appointment' });
const form = page.getByRole('dialog', { name: 'New appointment' });
const field = (name: string) => form.getByRole('combobox', { name });
const blockOf = (id: string) => board.element().querySelector<HTMLElement>(`[data-appointment="${id}"]`);
/** Waits until the block of an appointment is rendered, and returns it. */
const renderedBlock = (id: string) =>
  waitUntil(() => {
    const block = blockOf(id);
    if (block === null) throw new Error(`${id} is not drawn`);
    return block;
  });
const appointmentIn = (address: string) => new URLSearchParams(address.slice(address.indexOf('?'))).get('appointment');

/** Opens the board on a day with only two appointments: Bella's, at 10:00 and 11:00 in New York. */
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

/** The ids of the appointments that are linked under a heading of the details. */
const appointmentsUnder = (heading: string) =>
  [
    ...(details.getByRole('heading', { name: heading, exact: true }).element().parentElement?.querySelectorAll('a') ??
      []),
  ].map((link) => appointmentIn(link.getAttribute('href') ?? ''));

test('the details show when the appointment is, the owner’s contact details and the pet’s other appointments', {
  tags: 'smoke',
}, async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [ann] = practice.clients;
  Object.assign(ann ?? {}, { phone: '+1 (902) 555-0100', email: 'ann@example.com', alert: 'Pays cash' });
  Object.assign(practice.pets[0] ?? {}, { alert: 'Bites' });
  const visit = (days: number, status: Appointment['status']) => {
    const start = Date.now() + days * 86_400_000;
    return practice.add({
      start: new Date(start).toISOString(),
      end: new Date(start + 1_200_000).toISOString(),
      status,
    }).id;
  };
  const last = [visit(-2, 'completed'), visit(-4, 'confirmed'), visit(-6, 'completed')];
  visit(-1, 'cancelled');
  visit(-1, 'no_show');
  visit(-8, 'completed');
  visit(2, 'cancelled');
  const next = visit(3, 'confirmed');
  const { id } = practice.add({
    start: `${DAY}T15:00:00.000Z`,
    end: `${DAY}T15:45:00.000Z`,
    notes: '<b>left</b> ear\n  again',
  });
  const { router, address } = await openBoard(practice, `/?store=${NORTH}&date=${DAY}`);
  (await renderedBlock(id)).click();
  await expect.element(details.getByRole('heading', { name: 'Bella', level: 2 })).toBeVisible();
  await expect
    .element(details.getByRole('list', { name: 'Alerts' }))
    .toHaveTextContent('Bella: BitesAnn Lee: Pays cash');
  await expect.element(details.getByRole('heading', { name: /Wed.* 5 Mar/ })).toBeVisible();
  await expect.element(details).toHaveTextContent('10:00 – 10:45');
  await expect.element(details).toHaveTextContent('45 min');
  expect(details.getByText('left ear').elements()).toEqual([]);
  await waitUntil(() => expect(details.element().textContent).toContain('<b>left</b> ear\n  again'));
  await expect
    .element(details.getByRole('link', { name: '+1 (902) 555-0100' }))
    .toHaveAttribute('href', 'tel:+19025550100');
  await expect
    .element(details.getByRole('link', { name: 'ann@example.com' }))
    .toHaveAttribute('href', 'mailto:ann@example.com');
  await waitUntil(() => expect(appointmentsUnder('Last appointments')).toEqual(last));
  expect(appointmentsUnder('Next appointments')).toEqual([next]);
  expect(details.element().textContent).not.toContain(ann?.id ?? '');

  // A past appointment opens on its own day, and Back returns to this one.
  details.element().querySelector<HTMLElement>(`a[href*="${last[0]}"]`)?.click();
  await waitUntil(() => expect(blockOf(last[0] ?? '')?.getAttribute('aria-current')).toBe('true'));
  expect(appointmentIn(address())).toBe(last[0]);
  router.history.back();
  await waitUntil(() => expect(blockOf(id)?.getAttribute('aria-current')).toBe('true'));
});

test('Copy details for support copies the appointment’s ids, which appear nowhere on screen', async () => {
  const { practice, first, address } = quietDay();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openBoard(practice, `${address}&appointment=${first}`);
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy details for support' }).click();
  await waitUntil(() => expect(copied.mock.lastCall?.[0]).toContain(`id: ${first}\n`));
  expect(copied.mock.lastCall?.[0]).toMatch(/\nupdatedAt: /);
  expect(details.element().textContent).not.toContain(first);
});

test('the next step is the first action, and Cancel appointment takes one press, with Undo', {
  tags: 'smoke',
}, async () => {
  const { practice, visit } = practiceWithVisit();
  await openBoard(practice, detailsAddress);
  const cancel = details.getByRole('button', { name: 'Cancel appointment' });
  await expect.element(cancel).toBeVisible();
  const [step, ...others] = ['Check in', 'Reschedule', 'Status', 'Book again', 'Cancel appointment'].map((name) =>
    details.getByRole('button', { name, exact: true }).element(),
  );
  for (const other of others) expect(step?.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await cancel.click();
  await waitUntil(() => expect(visit()?.status).toBe('cancelled'));
  await expect.element(cancel).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(visit()?.status).toBe('confirmed'));
});

test('the details follow the arrow keys, and Escape closes them wherever the focus is', async () => {
  const { practice, first, second, address } = quietDay();
  const { router, address: shown } = await openBoard(practice, address);
  (await renderedBlock(first)).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(details).toHaveTextContent('10:00 – 10:30');
  await userEvent.keyboard('{ArrowDown}');
  await waitUntil(() => expect(document.activeElement).toBe(blockOf(second)));
  await expect.element(details).toHaveTextContent('11:00 – 11:30');
  await waitUntil(() => expect(appointmentIn(shown())).toBe(second));

  await userEvent.keyboard('{Control>}k{/Control}');
  const search = page.getByRole('combobox', { name: 'Search', exact: true });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toHaveFocus();
  await expect.element(details).toBeVisible();

  // Moving through the details replaces the history entry, so one step back closes them.
  router.history.back();
  await expect.element(details).not.toBeInTheDocument();
  (await renderedBlock(first)).click();
  await expect.element(details).toBeVisible();
  search.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
});

test('a link to a missing appointment says so, and offers to look in all stores', { tags: 'smoke' }, async () => {
  const { practice, address } = quietDay();
  const unknownId = '01234567-89ab-4def-8123-456789abcdef';
  const { address: shown } = await openBoard(practice, `${address}&appointment=${unknownId}`);
  await expect.element(details).toHaveTextContent('The appointment in this link is not on this day.');
  await details.getByRole('link', { name: 'Search all stores' }).click();
  await waitUntil(() => expect(shown()).toContain(`store=${NORTH},${idOf(2, 2)}`));
  expect(appointmentIn(shown())).toBe(unknownId);
  pause();
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(details).not.toBeInTheDocument();
});

test('a link to an appointment on a preloaded day leads to that day', async () => {
  const { practice, first } = quietDay();
  await openBoard(practice, `/?store=${NORTH}&date=2031-03-06&appointment=${first}`);
  await details.getByRole('link', { name: 'Show it there' }).click();
  await waitUntil(() => expect(blockOf(first)?.getAttribute('aria-current')).toBe('true'));
});

test('Book again prefills the panel with the same pet, vet and type', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { id } = practice.add({
    start: `${DAY}T15:00:00.000Z`,
    end: `${DAY}T15:30:00.000Z`,
    employees: [{ id: idOf(6, 2), isMainEmployee: true }],
  });
  await openBoard(practice, `/?store=${NORTH}&date=${DAY}&appointment=${id}`);
  await details.getByRole('button', { name: 'Book again' }).click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveValue('Consultation');
});
