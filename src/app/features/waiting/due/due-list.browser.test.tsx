import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { TODAY } from '#testing/board-of-two.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const BELLO = idOf(4, 2);
const MILO = idOf(4, 3);
const MIA = idOf(4, 4);
const VACCINATION = idOf(7, 5);

/** Wednesday 3 June 2026, 8:00 in New York. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T12:00:00Z`) });
  return () => vi.useRealTimers();
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const rows = (name: string) => section(name).getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name });
const notice = (name: string | RegExp) => page.getByRole('dialog', { name });
const recallOf = ({ recalls }: PracticeInMemory, id: string) => recalls.all().find((one) => one.id === id);
const sent = ({ requests }: PracticeInMemory, start: string) => requests.filter(({ name }) => name.startsWith(start));
const rowInFocus = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row');

/** Bello’s vaccination was due in May, Milo’s is due on 10 June, Mia’s in July, Bella’s in August. */
function practiceWithDue() {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  const add = (petId: string, dueOn: string) => practice.recalls.add({ petId, visitTypeId: VACCINATION, dueOn });
  const bello = add(BELLO, '2026-05-11');
  const milo = add(MILO, '2026-06-10');
  const mia = add(MIA, '2026-07-20');
  add(idOf(4, 1), '2026-08-01');
  return { practice, bello, milo, mia };
}

/** Leaves the list for a while: once it is opened again, it is read again. */
async function reopen(): Promise<void> {
  vi.setSystemTime(Date.now() + 40_000);
  await page.getByRole('link', { name: 'Waiting list', exact: true }).last().click();
  await expect.element(page.getByText('No one is waiting')).toBeVisible();
  await page.getByRole('link', { name: 'Due again' }).click();
}

const openDue = (practice: PracticeInMemory) => renderApp(practice, '/waiting?tab=due');

test('the list shows who is due, for what, since when, the last attempt and the next free time', {
  tags: 'smoke',
}, async () => {
  const { practice, bello } = practiceWithDue();
  practice.recalls.addAttempt(bello.id, { at: '2026-06-02T14:05:00.000Z' });
  await openDue(practice);
  await expect
    .element(rows('Overdue'))
    .toHaveTextContent(
      /Bello.*Vaccination.*due Mon,? 11 May, 3 weeks ago.*called Tue,? 2 Jun, 10:05 by .*Ada Okafor.*free Wed,? 3 Jun, 8:00 with/,
    );
  await expect
    .element(rows('Overdue').getByRole('link', { name: '+1 902 555 0147' }))
    .toHaveAttribute('href', 'tel:+19025550147');
  await expect.element(rows('This month')).toHaveTextContent(/Milo.*free Wed,? 10 Jun, 8:00 with .*, /);
  await expect.element(rows('Next month')).toHaveTextContent(/Mia.*due Mon,? 20 Jul/);
  await expect.element(page.getByText('3 due', { exact: true })).toBeVisible();
  await expectAccessible('the pets that are due again');
});

test('Book opens the panel with pet, type and the first free time, and returns to the row, which is booked', {
  tags: 'smoke',
}, async () => {
  const { practice, milo } = practiceWithDue();
  const { router } = await openDue(practice);
  await button(`Book ${isolateText('Milo')}`).click();
  await expect.element(page.getByRole('combobox', { name: 'Pet' })).toHaveValue('Milo · dog · Cleo Park');
  await expect.element(page.getByRole('combobox', { name: 'Visit type' })).toHaveValue('Vaccination');
  await expect.element(page.getByRole('textbox', { name: 'Start' })).toHaveValue('08:00');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitUntil(() => expect(recallOf(practice, milo.id)?.status).toBe('booked'));
  expect(practice.creates()).toMatchObject([
    { petId: MILO, visitTypeId: VACCINATION, start: '2026-06-10T12:00:00.000Z' },
  ]);
  await waitUntil(() => expect(router.state.location.href).toContain('/waiting?tab=due'));
  await expect.element(rows('This month')).toHaveTextContent(/Milo.*Booked for Wed,? 10 Jun, 8:00/);
  await expect.element(button(`Book ${isolateText('Milo')}`)).not.toBeInTheDocument();
  await waitUntil(() => expect(rowInFocus()).toBe(milo.id));
});

test('Called notes one call, however often it is pressed, and the pet stays due', { tags: 'smoke' }, async () => {
  const { practice, bello } = practiceWithDue();
  await openDue(practice);
  await button(`Called about ${isolateText('Bello')}`).click();
  await expect.element(rows('Overdue')).toHaveTextContent(/called Wed,? 3 Jun, 8:00/);
  await button(`Called about ${isolateText('Bello')}`).click();
  await waitUntil(() => expect(recallOf(practice, bello.id)?.attempts).toHaveLength(1));
  expect(sent(practice, 'POST /v1/recalls')).toHaveLength(1);
  await expect.element(button(`Book ${isolateText('Bello')}`)).toBeVisible();
});

test('Later puts a pet off, Not wanted ends it, both stay marked in place, and Undo brings them back', {
  tags: 'smoke',
}, async () => {
  const { practice, bello, milo } = practiceWithDue();
  await openDue(practice);
  await button(`Later: ${isolateText('Bello')}`).click();
  await page.getByRole('menuitem', { name: 'In 4 weeks' }).click();
  await waitUntil(() => expect(recallOf(practice, bello.id)?.snoozedUntil).toBe('2026-07-01'));
  await expect.element(rows('Overdue')).toHaveTextContent(/Bello.*Put off until Wed,? 1 Jul/);
  await button(`Not wanted: ${isolateText('Milo')}`).click();
  await waitUntil(() => expect(recallOf(practice, milo.id)?.status).toBe('declined'));
  await expect.element(rows('This month')).toHaveTextContent(/Milo.*Not wanted/);
  await notice(isolateText('Milo')).getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(recallOf(practice, milo.id)?.status).toBe('due'));
  await expect.element(button(`Book ${isolateText('Milo')}`)).toBeVisible();
  // Outside of the list nothing stays in it.
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().click();
  await expect.element(section('Overdue')).not.toBeInTheDocument();
  await section('Put off').getByRole('button', { name: 'Show' }).click();
  await button(`Put back on the list: ${isolateText('Bello')}`).click();
  await waitUntil(() => expect(recallOf(practice, bello.id)?.snoozedUntil).toBeNull());
  await expect.element(rows('Overdue')).toHaveTextContent(/Bello/);
});

test('every row is handled with one key, and the focus moves to the next one', async () => {
  const { practice, bello, milo, mia } = practiceWithDue();
  const { router } = await openDue(practice);
  await waitUntil(() => expect(rowInFocus()).toBe(bello.id));
  await userEvent.keyboard('c');
  await waitUntil(() => expect(recallOf(practice, bello.id)?.attempts).toHaveLength(1));
  await userEvent.keyboard('d');
  await waitUntil(() => expect(recallOf(practice, bello.id)?.status).toBe('declined'));
  await waitUntil(() => expect(rowInFocus()).toBe(milo.id));
  await userEvent.keyboard('l');
  await expect.element(page.getByRole('menuitem', { name: 'In 1 week' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(recallOf(practice, milo.id)?.snoozedUntil).toBe('2026-06-10'));
  await waitUntil(() => expect([router.state.location.pathname, rowInFocus()]).toEqual(['/waiting', mia.id]));
  await userEvent.keyboard('b');
  await expect.element(page.getByRole('combobox', { name: 'Pet' })).toHaveValue('Mia · dog · Dan Moss');
  expect(router.state.location.search).toMatchObject({ date: '2026-07-20' });
});

test('a colleague’s change is shown, and a change that conflicts with it is not made', async () => {
  const { practice, bello, milo } = practiceWithDue();
  await openDue(practice);
  await expect.element(rows('Overdue')).toHaveTextContent(/Bello/);
  practice.recalls.change(bello.id, { status: 'declined' });
  await button(`Later: ${isolateText('Bello')}`).click();
  await page.getByRole('menuitem', { name: 'In 1 week' }).click();
  await expect
    .element(notice(/Bello.*not changed/))
    .toHaveTextContent('A colleague has changed this in the meantime. Not wanted.');
  expect(recallOf(practice, bello.id)).toMatchObject({ status: 'declined', snoozedUntil: null });
  practice.recalls.change(milo.id, { status: 'done' });
  await reopen();
  await expect.element(page.getByText('1 due', { exact: true }).first()).toBeVisible();
});

test('a lost answer causes no second call and no second change', async () => {
  const { practice, bello } = practiceWithDue();
  for (const name of [`POST /v1/recalls/${bello.id}/attempts`, `PATCH /v1/recalls/${bello.id}`]) {
    let isLost = false;
    practice.answer(name, (_, usual) => {
      const answered = usual();
      if (isLost) return answered;
      isLost = true;
      throw new TypeError('Failed to fetch');
    });
  }
  await openDue(practice);
  await button(`Called about ${isolateText('Bello')}`).click();
  await button(`Not wanted: ${isolateText('Bello')}`).click();
  await waitUntil(() => expect(sent(practice, 'PATCH /v1/recalls')).toHaveLength(2));
  expect(sent(practice, 'POST /v1/recalls')).toHaveLength(2);
  expect(recallOf(practice, bello.id)).toMatchObject({ status: 'declined', attempts: [{ how: 'call' }] });
});

test('nothing is offered to people who only read', async () => {
  const { practice } = practiceWithDue();
  practice.session.canWrite = false;
  practice.add({ petId: BELLO, visitTypeId: VACCINATION, start: `${TODAY}T13:00:00.000Z` });
  await openDue(practice);
  await expect.element(rows('Overdue')).toHaveTextContent(/Bello.*Booked/);
  await expect.element(button(`Called about ${isolateText('Milo')}`)).not.toBeInTheDocument();
});

test('the waiting list has the tab only where the practice system has recalls', async () => {
  const { practice } = practiceWithDue();
  delete practice.session.capabilities.listRecalls;
  await openDue(practice);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Waiting list' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Due again' })).not.toBeInTheDocument();
});
