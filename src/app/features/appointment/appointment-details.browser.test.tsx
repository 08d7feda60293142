import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Appointment } from '#contract/appointment.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2031-03-05';
const NORTH = idOf(2, 1);

const board = page.getByRole('main', { name: 'Calendar' });
const details = page.getByRole('complementary', { name: 'Appointment' });
const form = page.getByRole('dialog', { name: 'New appointment' });
const field = (name: string) => form.getByRole('combobox', { name });
const blockOf = (id: string) => board.element().querySelector<HTMLElement>(`[data-appointment="${id}"]`);
/** The block of an appointment, once it is drawn. */
const drawn = (id: string) =>
  waitUntil(() => {
    const block = blockOf(id);
    if (block === null) throw new Error(`${id} is not drawn`);
    return block;
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

/** The appointments that the visits under a heading of the details lead to. */
const visitsUnder = (heading: string) =>
  [
    ...(details.getByRole('heading', { name: heading, exact: true }).element().parentElement?.querySelectorAll('a') ??
      []),
  ].map((link) => appointmentIn(link.getAttribute('href') ?? ''));

test('a call is answered from the details: when, how to reach the owner, and the visits of the pet', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [ann] = practice.clients;
  Object.assign(ann ?? {}, { phone: '+1 (902) 555-0100', email: 'ann@example.com' });
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
  (await drawn(id)).click();
  await expect.element(details.getByRole('heading', { name: 'Wednesday, 5 March 2031' })).toBeVisible();
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
  await waitUntil(() => expect(visitsUnder('Last visits')).toEqual(last));
  expect(visitsUnder('Next visit')).toEqual([next]);
  await details.getByText('More', { exact: true }).click();
  await expect.element(details.getByText(ann?.id ?? '')).toBeVisible();

  // A visit leads to its own day, and the way back leads here.
  details.element().querySelector<HTMLElement>(`a[href*="${last[0]}"]`)?.click();
  await waitUntil(() => expect(blockOf(last[0] ?? '')?.getAttribute('aria-current')).toBe('true'));
  expect(appointmentIn(address())).toBe(last[0]);
  router.history.back();
  await waitUntil(() => expect(blockOf(id)?.getAttribute('aria-current')).toBe('true'));
});

test('More has every other field of the record, times by the clock of the store, and a dash for what is empty', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const record = practice.add({
    start: `${DAY}T15:00:00.000Z`,
    end: `${DAY}T15:45:00.000Z`,
    title: 'Left ear',
    location: 'Van',
    bookingNotes: null,
    checkedInAt: `${DAY}T14:50:00.000Z`,
    createdAt: '2031-03-01T13:05:00.000Z',
    updatedAt: '2031-03-02T13:06:00.000Z',
    createdFrom: 'external_api',
    storeInvoiceId: idOf(9, 1),
    billingContextId: null,
    employees: [
      { id: idOf(6, 1), isMainEmployee: false },
      { id: idOf(6, 2), isMainEmployee: true },
    ],
  });
  await openBoard(practice, `/?store=${NORTH}&date=${DAY}&appointment=${record.id}`);
  await details.getByText('More', { exact: true }).click();
  await expect.element(details.getByText(record.id)).toBeVisible();
  const fields = [...details.element().querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);
  expect(Object.fromEntries(fields)).toEqual({
    Title: 'Left ear',
    Category: 'Consultation',
    Location: 'Van',
    'Checked in': expect.stringMatching(/5 Mar 2031, 0?9:50$/),
    Created: expect.stringMatching(/1 Mar 2031, 0?8:05$/),
    'Created from': 'Connected system',
    Changed: expect.stringMatching(/2 Mar 2031, 0?8:06$/),
    'Time zone': 'Eastern Standard Time',
    Notes: '–',
    'Booking notes': '–',
    'Client’s notes': '–',
    'Appointment id': record.id,
    'Pet id': record.petId,
    'Client id': record.clientId,
    'Staff ids': `${idOf(6, 2)}\n${idOf(6, 1)}`,
    'Visit type id': record.visitTypeId,
    'Room id': record.roomId ?? '–',
    'Store id': NORTH,
    'Company id': record.companyId,
    'Invoice id': idOf(9, 1),
    'Billing id': '–',
  });
});

test('the details follow the arrows, and Escape closes them wherever the focus is', async () => {
  const { practice, first, second, address } = quietDay();
  const { router, address: shown } = await openBoard(practice, address);
  (await drawn(first)).focus();
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

  // Of all the steps only the opening is on the way back.
  router.history.back();
  await expect.element(details).not.toBeInTheDocument();
  (await drawn(first)).click();
  await expect.element(details).toBeVisible();
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
  await waitUntil(() => expect(shown()).toContain(`store=${NORTH},${idOf(2, 2)}`));
  expect(appointmentIn(shown())).toBe(nowhere);
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(details).not.toBeInTheDocument();
});

test('a link to an appointment of a day that was read ahead leads there', async () => {
  const { practice, first } = quietDay();
  await openBoard(practice, `/?store=${NORTH}&date=2031-03-06&appointment=${first}`);
  await details.getByRole('link', { name: 'Show it there' }).click();
  await waitUntil(() => expect(blockOf(first)?.getAttribute('aria-current')).toBe('true'));
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
