import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { detailsAddress, openBoardOfTwo, practiceWithVisit, TODAY } from '#testing/board-of-two.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const MILO = idOf(4, 3);
const CREATE = 'POST /v1/appointments';

/** Wednesday, 8:00 in New York. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T12:00:00Z`) });
  return () => vi.useRealTimers();
});

const list = page.getByRole('list', { name: 'Waiting list' });
const rows = () => list.getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name });
const notice = (name: string | RegExp) => page.getByRole('dialog', { name });
const waits = ({ waitingList }: PracticeInMemory, id: string) => waitingList.entries.find((one) => one.id === id);
const patches = ({ requests }: PracticeInMemory, id: string) =>
  requests.filter(({ name }) => name === `PATCH /v1/waiting-list/${id}`);
/** The appointments that were booked from the list. */
const bookedFromList = ({ appointments }: PracticeInMemory) =>
  appointments.filter(({ createdFrom }) => createdFrom !== 'app');

/** Milo has waited since May for an afternoon with Ada Okafor, Bella since yesterday for any time. */
function practiceThatWaits() {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  const bella = practice.waitingList.add({ createdAt: '2026-06-02T08:00:00.000Z', notes: 'rings back after five' });
  const milo = practice.waitingList.add({
    ...{ petId: MILO, employeeId: idOf(6, 1), earliest: '12:00', weekdays: [4, 5] },
    createdAt: '2026-05-04T08:00:00.000Z',
  });
  return { practice, bella, milo };
}

/** Takes up every room of the first store from 8:00 to 9:00 today. */
function fillRooms(practice: PracticeInMemory, status: AppointmentStatus) {
  for (const { id } of practice.company.stores[0]?.rooms ?? [])
    practice.add({ roomId: id, start: `${TODAY}T12:00:00.000Z`, end: `${TODAY}T13:00:00.000Z`, status });
}

const openList = (practice: PracticeInMemory) => renderApp(practice, '/waiting');

test('the list shows who is waiting, for what and since when, longest first, and the first matching time', {
  tags: 'smoke',
}, async () => {
  const { practice } = practiceThatWaits();
  // An appointment that ended early no longer takes up the time until its planned end.
  fillRooms(practice, 'completed');
  await openList(practice);
  const [milo, bella] = [rows().nth(0), rows().nth(1)];
  await expect
    .element(milo)
    .toHaveTextContent(/Milo.*Thu, Fri, afternoons.*since Mon,? 4 May.*free Thu,? 4 Jun, 12:00 with/);
  await expect.element(milo.getByRole('link', { name: '+1 902 555 0147' })).toHaveAttribute('href', 'tel:+19025550147');
  await expect
    .element(bella)
    .toHaveTextContent(/Bella.*any time.*rings back after five.*since Tue,? 2 Jun.*free Wed,? 3 Jun, 8:00 with/);
  await expectAccessible('the waiting list');
});

test('Book books the matching time and marks the entry, and Undo puts the pet back on the list', {
  tags: 'smoke',
}, async () => {
  const { practice, milo } = practiceThatWaits();
  await openList(practice);
  await button(`Book ${isolateText('Milo')}`).click();
  await expect.element(notice(`Booked: ${isolateText('Milo')}`)).toBeVisible();
  await waitUntil(() => expect(waits(practice, milo.id)?.status).toBe('booked'));
  expect(bookedFromList(practice)).toMatchObject([
    {
      id: waits(practice, milo.id)?.appointmentId,
      petId: MILO,
      start: '2026-06-04T16:00:00.000Z',
      status: 'confirmed',
    },
  ]);
  await expect.element(rows()).toHaveTextContent('Bella');
  await notice(`Booked: ${isolateText('Milo')}`)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.element(rows().nth(0)).toHaveTextContent('Milo');
  expect(bookedFromList(practice)).toEqual([]);
  expect(waits(practice, milo.id)).toMatchObject({ status: 'waiting', appointmentId: null });
});

test('a lost answer to either request causes no second appointment, and the entry is marked as booked', async () => {
  const { practice, milo } = practiceThatWaits();
  for (const name of [CREATE, `PATCH /v1/waiting-list/${milo.id}`]) {
    let isLost = false;
    practice.answer(name, (_, usual) => {
      const answered = usual();
      if (isLost) return answered;
      isLost = true;
      throw new TypeError('Failed to fetch');
    });
  }
  await openList(practice);
  await button(`Book ${isolateText('Milo')}`).click();
  await waitUntil(() => expect(patches(practice, milo.id)).toHaveLength(2));
  await expect.element(rows()).toHaveTextContent('Bella');
  expect(bookedFromList(practice)).toHaveLength(1);
  expect(waits(practice, milo.id)).toMatchObject({ status: 'booked', appointmentId: bookedFromList(practice)[0]?.id });
});

test.each([{ status: 'withdrawn' as const }, { durationMinutes: 60 }])(
  'nothing is booked from an entry that a colleague has just changed (%j)',
  async (change) => {
    const { practice, milo } = practiceThatWaits();
    await openList(practice);
    await expect.element(button(`Book ${isolateText('Milo')}`)).toBeVisible();
    practice.waitingList.change(milo.id, change);
    await button(`Book ${isolateText('Milo')}`).click();
    await expect.element(notice(/Milo.*not booked/)).toHaveTextContent('A colleague has booked, changed or removed');
    expect(bookedFromList(practice)).toEqual([]);
  },
);

test('nothing is booked if a colleague has taken the time', async () => {
  const { practice, bella } = practiceThatWaits();
  await openList(practice);
  await expect.element(button(`Book ${isolateText('Bella')}`)).toBeVisible();
  fillRooms(practice, 'confirmed');
  await button(`Book ${isolateText('Bella')}`).click();
  await expect.element(notice(/Bella.*not booked/)).toHaveTextContent('Someone else has just booked this time');
  expect(bookedFromList(practice)).toEqual([]);
  expect(waits(practice, bella.id)?.status).toBe('waiting');
});

test('Remove takes a pet off the list immediately, and Undo puts it back', { tags: 'smoke' }, async () => {
  const { practice, milo } = practiceThatWaits();
  await openList(practice);
  await button(`Remove ${isolateText('Milo')}`).click();
  await expect.element(rows()).toHaveTextContent('Bella');
  await waitUntil(() => expect(waits(practice, milo.id)?.status).toBe('withdrawn'));
  await notice(isolateText('Milo')).getByRole('button', { name: 'Undo' }).click();
  await expect.element(rows().nth(0)).toHaveTextContent('Milo');
  await waitUntil(() => expect(waits(practice, milo.id)?.status).toBe('waiting'));
});

test('Edit changes when a pet could come, and shows a colleague’s change', async () => {
  const { practice, milo } = practiceThatWaits();
  await openList(practice);
  await button(`Edit ${isolateText('Milo')}`).click();
  const form = page.getByRole('form', { name: 'Waiting list entry' });
  await form.getByRole('textbox', { name: 'Finished by' }).fill('16');
  await form.getByRole('textbox', { name: 'Not before' }).fill('17');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form).toHaveTextContent('The appointment doesn’t fit between these times.');
  await form.getByRole('textbox', { name: 'Not before' }).fill('14');
  practice.waitingList.change(milo.id, { earliest: '13:00', updatedAt: '2026-06-03T12:00:01.000Z' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form).toHaveTextContent('A colleague changed “Not before”');
  await form.getByRole('button', { name: 'Save' }).click();
  await waitUntil(() => expect(waits(practice, milo.id)).toMatchObject({ earliest: '14:00', latest: '16:00' }));
  await expect.element(rows().nth(0)).toHaveTextContent('14:00 – 16:00');
});

test('a form that is open over midnight does not take yesterday for the last day', async () => {
  const { practice } = practiceThatWaits();
  await openList(practice);
  await button(`Edit ${isolateText('Milo')}`).click();
  const form = page.getByRole('form', { name: 'Waiting list entry' });
  await expect.element(form).toBeVisible();
  vi.setSystemTime(Date.parse(`${TODAY}T12:00:00Z`) + 24 * 3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await userEvent.fill(form.getByRole('textbox', { name: 'Until' }), TODAY);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form).toHaveTextContent('This day has passed.');
});

test('Add opens a form without a time and without Book, which leads to when the pet could come', async () => {
  const { practice } = practiceThatWaits();
  await openList(practice);
  await button('Add').click();
  const form = page.getByRole('dialog', { name: 'Put on the waiting list' });
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toBeVisible();
  expect(form.getByRole('textbox', { name: 'Start' }).elements()).toEqual([]);
  expect(form.getByRole('button', { name: /^Book/ }).elements()).toEqual([]);
  await form.getByRole('combobox', { name: 'Pet' }).fill('bella');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{Enter}vac{Enter}');
  await form.getByRole('button', { name: 'Next: when they can come' }).click();
  const wish = page.getByRole('dialog', { name: `${isolateText('Bella')}: waiting list` });
  await wish.getByRole('button', { name: 'This week' }).click();
  await expect.element(wish.getByRole('textbox', { name: 'Until' })).not.toHaveValue('');
});

test('a person who may not book is told so on Add, and sees no form', async () => {
  const { practice } = practiceThatWaits();
  practice.session.canWrite = false;
  await openList(practice);
  await button('Add').click({ force: true });
  await expect.element(page.getByRole('dialog')).toHaveTextContent('You can view appointments but not book');
  expect(page.getByRole('combobox', { name: 'Pet' }).query()).toBeNull();
});

test('deceased and inactive pets are marked, and cannot be booked', async () => {
  const { practice } = practiceThatWaits();
  const milo = practice.pets.find(({ id }) => id === MILO);
  Object.assign(milo ?? {}, { deceasedOn: '2026-06-01' });
  await openList(practice);
  await expect.element(rows().nth(0)).toHaveTextContent('died 1 Jun');
  await expect.element(button(`Book ${isolateText('Bella')}`)).toBeVisible();
  expect(button(`Book ${isolateText('Milo')}`).elements()).toEqual([]);
});

test('an empty list explains how pets are added', async () => {
  await openList(createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true }));
  await expect.element(page.getByRole('heading', { name: 'No one is waiting' })).toBeVisible();
  await expectAccessible('an empty waiting list');
});

test('without a waiting list in the practice system there is no page', { tags: 'smoke' }, async () => {
  await openList(createPracticeInMemory({ appointments: 0, today: TODAY }));
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the notice of a cancelled appointment offers its time to people on the list, by at most six keys', {
  tags: 'smoke',
}, async () => {
  const { practice } = practiceWithVisit();
  const entry = practice.waitingList.add({ petId: MILO, createdAt: '2026-05-04T08:00:00.000Z', latest: '12:00' });
  practice.waitingList.add({ petId: idOf(4, 5), createdAt: '2026-05-05T08:00:00.000Z', earliest: '15:00' });
  await openBoardOfTwo(practice, detailsAddress);
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const freed = notice(/Bella/);
  await expect.element(freed).toHaveTextContent('1 waits for a time like this');
  await expect.element(freed).toHaveTextContent(/waiting since Mon,? 4 May, mornings, .*: fits at 9:00/);
  await expectAccessible('a notice that offers a time', { part: '[data-notice]' });
  for (const key of ['{F6}', '{Tab}', '{Tab}']) await userEvent.keyboard(key);
  await expect.element(freed.getByRole('button', { name: `Book ${isolateText('Milo')}` })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(waits(practice, entry.id)?.status).toBe('booked'));
  expect(bookedFromList(practice)).toMatchObject([{ petId: MILO, start: `${TODAY}T13:00:00.000Z` }]);
});

test('the details of a cancelled appointment show who waits for its time, until that has passed', async () => {
  const { practice, visit } = practiceWithVisit();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  const whoWaits = details.getByRole('button', { name: 'Who waits for this time' });
  Object.assign(visit() ?? {}, { status: 'cancelled' });
  const entry = practice.waitingList.add({ petId: MILO, createdAt: '2026-05-04T08:00:00.000Z', latest: '12:00' });
  await openBoardOfTwo(practice, detailsAddress);
  await whoWaits.click();
  await expect.element(details).toHaveTextContent(/1 waits for a time like this.*Milo.*fits at 9:00/);
  await details.getByRole('button', { name: `Book ${isolateText('Milo')}` }).click();
  await waitUntil(() => expect(waits(practice, entry.id)?.status).toBe('booked'));
  vi.setSystemTime(Date.parse(`${TODAY}T14:00:00Z`));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(details.getByText('1 waits for a time like this')).not.toBeInTheDocument();
  expect(whoWaits.elements()).toEqual([]);
});

test('the details say so if no one is waiting for the time of a cancelled appointment', async () => {
  const { practice, visit } = practiceWithVisit();
  Object.assign(visit() ?? {}, { status: 'cancelled' });
  await openBoardOfTwo(practice, detailsAddress);
  await button('Who waits for this time').click();
  await expect.element(page.getByText('No one is waiting for a time like this.')).toBeVisible();
});

test('nothing is offered if no entry matches', async () => {
  const { practice } = practiceWithVisit();
  practice.waitingList.add({ petId: MILO, earliest: '15:00' });
  await openBoardOfTwo(practice, detailsAddress);
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect.element(notice(/Bella/)).toHaveTextContent('Why?');
  expect(notice(/Bella/).element().textContent).not.toContain('time like this');
});

/** Opens the panel for a new appointment, and fills in pet and visit type. */
async function openPanel(practice: PracticeInMemory, params = '') {
  const app = await renderApp(practice, `/?store=${idOf(2, 1)}&date=${TODAY}&new=1${params}`);
  await expect
    .element(button(params.includes('wait=1') ? 'Next: when they can come' : 'Put on the waiting list'))
    .toBeVisible();
  return app;
}
const form = page.getByRole('form', { name: 'Put on the waiting list' });

test('the panel puts its pet on the waiting list, with its type, vet and length', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  const { address } = await openPanel(practice, `&pet=${MILO}&bookType=${idOf(7, 5)}&bookVet=${idOf(6, 1)}`);
  await expect.element(page.getByRole('combobox', { name: 'Pet' })).toHaveValue('Milo · dog · Cleo Park');
  await button('Put on the waiting list').click();
  await form.getByRole('checkbox', { name: 'Fri' }).click();
  await form.getByRole('textbox', { name: 'Finished by' }).fill('12');
  await form.getByRole('textbox', { name: 'Notes' }).fill('rings back');
  await expectAccessible('the form of the waiting list', { part: '[role="dialog"]:has(form[aria-label])' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(notice(`${isolateText('Milo')} is on the waiting list`)).toBeVisible();
  expect(practice.waitingList.entries).toMatchObject([
    {
      ...{ petId: MILO, visitTypeId: idOf(7, 5), employeeId: idOf(6, 1), storeId: idOf(2, 1), durationMinutes: 15 },
      ...{ from: TODAY, until: null, weekdays: [5], earliest: null, latest: '12:00', notes: 'rings back' },
    },
  ]);
  expect(address()).not.toContain('new=');
  expect(bookedFromList(practice)).toEqual([]);
});

test('without a pet or a visit type the panel says what is missing, but not that a time is', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  await openPanel(practice);
  await button('Put on the waiting list').click();
  const panel = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(panel).toHaveTextContent('Choose a pet');
  await expect.element(panel).toHaveTextContent('Choose the visit type.');
  expect(form.elements()).toEqual([]);
});

test('a new client is registered once, and then put on the list', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  await openPanel(practice, `&bookType=${idOf(7, 5)}&wait=1&bookPhone=${encodeURIComponent('+1 902 555 0199')}`);
  await page.getByRole('textbox', { name: 'Client’s name' }).fill('Rosa Kaufman');
  await page.getByRole('textbox', { name: 'Pet’s name' }).fill('Pixel');
  await page.getByRole('combobox', { name: 'Species' }).fill('Cat');
  await button('Next: when they can come').click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  pause();
  await button('Next: when they can come').click();
  pause();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(rows()).toHaveTextContent('Pixel');
  const pixel = practice.pets.filter(({ name }) => name === 'Pixel');
  expect(pixel).toHaveLength(1);
  expect(practice.waitingList.entries).toMatchObject([{ petId: pixel[0]?.id }]);
});

test.each([390, 834, 1024, 1280])('at a width of %i px all actions of an entry are visible', async (width) => {
  await page.viewport(width, 800);
  const { practice } = practiceThatWaits();
  await openList(practice);
  await expect.element(button(`Book ${isolateText('Milo')}`)).toBeVisible();
  const rightEdges = [...document.querySelectorAll('main li button')].map((one) => one.getBoundingClientRect().right);
  expect(Math.max(...rightEdges)).toBeLessThanOrEqual(width);
});
