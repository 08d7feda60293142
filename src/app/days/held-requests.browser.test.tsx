import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import type { OnlineRequest } from '#contract/online-booking.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import {
  block,
  detailsAddress,
  openBoardOfTwo,
  practiceOfTwo,
  practiceWithVisit,
  TODAY,
} from '#testing/board-of-two.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

// The screens show that a time is held because it was requested on the web site. Each test has a case in which nothing
// is held, too.

const LIST = 'GET /v1/online-requests';
const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const MILO = idOf(4, 3);

/** Wednesday, 8:00 in New York. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T12:00:00Z`) });
  return () => vi.useRealTimers();
});

/** A wall-clock time of the day in New York as an instant. */
const at = (time: string) => new Date(`${TODAY}T${time.padStart(5, '0')}:00-04:00`).toISOString();

/** Two vets and two rooms in the first store; one of each has an appointment from 10:00 to 11:00. */
function practiceWithOneLeft(): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  practice.add({
    ...{ start: at('10:00'), end: at('11:00'), petId: MILO, roomId: idOf(3, 11), status: 'confirmed' },
    employees: [{ id: ADA, isMainEmployee: true }],
  });
  return practice;
}

/** Luna's client has asked for half an hour at 10:00, for which the other vet and room are needed. */
const request = (practice: PracticeInMemory, given: Partial<OnlineRequest> = {}) =>
  practice.onlineRequests.add({ start: at('10:00'), end: at('10:30'), ...given });

const answer = page.getByRole('region', { name: 'Can this be booked?' });
const panel = page.getByRole('dialog', { name: 'New appointment' });
const openPanel = (practice: PracticeInMemory, start = '10:15', type = 5) =>
  renderApp(
    practice,
    `/?store=${idOf(2, 1)}&date=${TODAY}&new=1&pet=${idOf(4, 1)}&bookType=${idOf(7, type)}${start && `&start=${TODAY}T${start}`}`,
  );
const offered = () =>
  page
    .getByRole('group', { name: 'Morning' })
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);
const listsRead = ({ requests }: PracticeInMemory) => requests.filter(({ name }) => name === LIST).length;

test('a booking is warned of a request that needs the last vet and room, and led to the requests', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWithOneLeft();
  request(practice);
  const { address } = await openPanel(practice);
  await expect.element(answer).toHaveTextContent(/^No vet free at 10:15· next 10:30/);
  await answer.getByText('Why?').click();
  await expect.element(answer.getByText(/10:00 – 10:30 .*Luna.*, requested on the web site/).first()).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Book anyway' })).toBeVisible();
  expect(offered()).toContain('9:45');
  expect(offered().filter((time) => time === '10:00' || time === '10:15')).toEqual([]);
  await answer.getByRole('link', { name: 'Requests' }).click();
  await waitUntil(() => expect(address()).toContain('/requests'));
});

test('a request that was answered, or expires an hour before its start, holds nothing', { tags: 'smoke' }, async () => {
  const practice = practiceWithOneLeft();
  request(practice, { status: 'declined' });
  request(practice, { createdAt: '2026-05-27T11:00:00.000Z' });
  const { leave } = await openPanel(practice);
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram/);
  expect(answer.getByRole('link', { name: 'Requests' }).elements()).toEqual([]);
  await leave();
  request(practice);
  await openPanel(practice);
  await expect.element(answer).toHaveTextContent(/^No vet free at 10:15/);
  vi.setSystemTime(Date.parse(at('9:01')));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram/);
});

test('nothing is called free until the requests are loaded, and they can be loaded again', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWithOneLeft();
  const end = practice.answer(LIST, () => Response.json({ message: 'down', data: {} }, { status: 400 }));
  const { settled } = await openPanel(practice);
  await expect.element(answer).toHaveTextContent(/Couldn’t check for clashes/);
  expect(offered()).toEqual([]);
  const tryAgain = answer.getByRole('button', { name: 'Try again' });
  await settled();
  end();
  // The event is dispatched instead of a pointer press: a press may give the window the focus first, which already
  // loads the requests.
  tryAgain.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram/);
});

test('who may not read the requests sees the appointments alone, and asks for no list', async () => {
  const practice = practiceWithOneLeft();
  const { listOnlineRequests: _, ...capabilities } = practice.session.capabilities;
  Object.assign(practice.session, { capabilities });
  request(practice);
  await openPanel(practice);
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram/);
  expect(listsRead(practice)).toBe(0);
});

test('requests that cannot be read make a free time uncertain', async () => {
  const practice = practiceWithOneLeft();
  practice.answer(LIST, () => Response.json({ data: [{ id: idOf(9, 1) }], nextCursor: null, totalCount: 1 }));
  await openPanel(practice);
  await expect.element(answer).toHaveTextContent('1 record on that day couldn’t be read, so this time may be taken.');
});

test('the list is read once for the desk, whatever length, vet or day is chosen', async () => {
  const practice = practiceWithOneLeft();
  request(practice);
  const { settled } = await openPanel(practice);
  await expect.element(answer).toHaveTextContent(/^No vet free at 10:15/);
  await panel.getByRole('textbox', { name: 'Length' }).fill('30');
  await panel.getByRole('button', { name: 'The day after' }).click();
  await expect.element(answer).toHaveTextContent(/^Free/);
  await settled();
  expect(listsRead(practice)).toBe(1);
});

test('each date of a series is checked against the requests of its day', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  const week = { start: '2026-06-10T14:00:00.000Z', end: '2026-06-10T14:30:00.000Z' };
  for (let count = 0; count < 2; count += 1) request(practice, week);
  await openPanel(practice);
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect.element(panel.getByText(/5 free, 1 clash/)).toBeVisible();
  const date = panel.getByRole('list', { name: 'Dates' }).getByRole('listitem').nth(1);
  await expect.element(date).toHaveTextContent(/10 Jun.*2 vets on duty, 2 appointments: no vet left/);
});

test('a walk-in that is still there at a requested time is warned of it', async () => {
  const practice = practiceWithOneLeft();
  request(practice);
  await renderApp(
    practice,
    `/?store=${idOf(2, 1)}&date=${TODAY}&new=1&walkin=1&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}`,
  );
  const walkIn = page.getByRole('dialog', { name: 'Walk-in' });
  await expect.element(answer).toHaveTextContent(/^Free with/);
  await walkIn.getByRole('textbox', { name: 'Length' }).fill('2 h 15');
  await expect.element(answer).toHaveTextContent(/^No vet free/);
});

test('the search offers no time that is held', async () => {
  const practice = practiceWithOneLeft();
  request(practice);
  const { settled } = await renderApp(practice, '/appointments');
  await settled();
  const field = page.getByRole('combobox', { name: 'Search', exact: true });
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill('de wit today 10:00 30 min consultation');
  await expect.element(page.getByRole('option').first()).toHaveTextContent(/10:30.*Bram de Wit/);
  // An hour earlier nothing is held.
  await field.fill('de wit today 9:00 30 min consultation');
  await expect.element(page.getByRole('option').first()).toHaveTextContent(/9:00.*Bram de Wit/);
});

test('who waits for a time is not offered one that is held', async () => {
  const practice = practiceWithOneLeft();
  const waits = { createdAt: '2026-05-04T08:00:00.000Z', petId: idOf(4, 5), earliest: '10:00' };
  practice.waitingList.add(waits);
  const { leave } = await renderApp(practice, '/waiting');
  const row = page.getByRole('list', { name: 'Waiting list' }).getByRole('listitem').first();
  await expect.element(row).toHaveTextContent(/free Wed,? 3 Jun, 10:00/);
  await leave();
  request(practice);
  await renderApp(practice, '/waiting');
  await expect.element(row).toHaveTextContent(/free Wed,? 3 Jun, 10:30/);
});

test('Book on the waiting list books nothing if the time was requested meanwhile', async () => {
  const practice = practiceWithOneLeft();
  practice.waitingList.add({ createdAt: '2026-05-04T08:00:00.000Z', petId: MILO, earliest: '11:00' });
  await renderApp(practice, '/waiting');
  const book = page.getByRole('button', { name: `Book ${isolateText('Milo')}` });
  await expect.element(book).toBeVisible();
  for (let count = 0; count < 2; count += 1) request(practice, { start: at('11:00'), end: at('11:30') });
  await book.click();
  await expect
    .element(page.getByRole('dialog', { name: /Milo.*not booked/ }))
    .toHaveTextContent('Someone else has just booked this time');
  expect(practice.creates()).toEqual([]);
});

test('freed time is offered to nobody while a request needs it', async () => {
  const { practice } = practiceWithVisit();
  practice.waitingList.add({ petId: MILO, createdAt: '2026-05-04T08:00:00.000Z', latest: '12:00', earliest: '9:00' });
  const time = { start: at('9:00'), end: at('9:30') };
  for (let count = 0; count < 2; count += 1) request(practice, time);
  await openBoardOfTwo(practice, detailsAddress);
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const freed = page.getByRole('dialog', { name: /Bella/ });
  await expect.element(freed).toHaveTextContent('Why?');
  expect(freed.element().textContent).not.toContain('time like this');
});

test('the notice of a move to a requested time warns of it, and of none at any other time', async () => {
  const { practice } = practiceOfTwo();
  const busy = { start: at('11:30'), end: at('12:00'), petId: idOf(4, 9), roomId: idOf(3, 12) };
  practice.add({ ...busy, employees: [{ id: BRAM, isMainEmployee: true }] });
  request(practice, { start: at('11:30'), end: at('12:00') });
  await openBoardOfTwo(practice);
  block(/Bella/).element().focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByText('Use the arrow keys to move', { exact: false })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const notice = page.getByRole('dialog', { name: /Bella/ });
  await expect.element(notice).toHaveTextContent('9:15');
  await expect.element(notice).not.toHaveTextContent(/Not everything booked|web site/);
  await userEvent.keyboard('m');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await userEvent.keyboard('{ArrowDown}');
  // By now the list of requests has been loaded, for their number in the rail.
  await expect.element(page.getByText(/No vet free at 11:30.*requested on the web site/).first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(notice).toHaveTextContent(/No vet free at 11:30 \(.*Luna.*, requested on the web site\)/);
});

test('a colleague who is needed for a request takes over no appointment at that time', async () => {
  const practice = practiceWithOneLeft();
  practice.add({
    ...{ start: at('14:00'), end: at('14:30'), petId: idOf(4, 5), roomId: idOf(3, 12), status: 'confirmed' },
    employees: [{ id: ADA, isMainEmployee: true }],
  });
  request(practice);
  const day = { start: at('0:00'), end: at('23:00') };
  practice.plan.create({ kind: 'unavailable', storeId: null, employeeId: ADA, title: 'Sick', ...day });
  await renderApp(
    practice,
    `/?date=${TODAY}&store=${idOf(2, 1)}&view=vets&away=${ADA}&awayFrom=${TODAY}&awayUntil=${TODAY}`,
  );
  const away = page.getByRole('dialog', { name: /Ada Okafor/ });
  await away.getByRole('button', { name: 'Share out among all who are free' }).click();
  await expect.element(away.getByText('2 appointments, 1 done')).toBeVisible();
  await expect.element(away.getByText(/no vet left \(.*Luna.*, requested on the web site\)/)).toBeVisible();
});

test('an appointment that a client has requested is not called free if a request from the web site needs its time', async () => {
  const practice = practiceWithOneLeft();
  const asked = { status: 'requested', petId: idOf(4, 5), roomId: null } as const;
  practice.add({ ...asked, start: at('10:00'), end: at('10:30') });
  practice.add({ ...asked, start: at('14:00'), end: at('14:30') });
  request(practice);
  await renderApp(practice, '/requests');
  const main = page.getByRole('main');
  await expect.element(main.getByText('This time is free.')).toBeVisible();
  await expect.element(main.getByText(/^No vet free at 10:00 \(.*Luna.*, requested on the web site\)/)).toBeVisible();
});

test('a request does not take its own time, in its row and in the panel that books it', { tags: 'smoke' }, async () => {
  const practice = practiceWithOneLeft();
  const { id } = request(practice);
  const { leave } = await renderApp(practice, '/requests');
  await expect.element(page.getByRole('main').getByText('This time is free.')).toBeVisible();
  await leave();
  await renderApp(practice, `/?store=${idOf(2, 1)}&date=${TODAY}&new=1&request=${id}`);
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram/);
});

test('a list of appointments alone does not wait for the requests', async () => {
  const practice = practiceWithOneLeft();
  practice.answer(LIST, () => Response.json({ message: 'down', data: {} }, { status: 400 }));
  await renderApp(practice, `/requests?tab=calls&date=${TODAY}`);
  await expect.element(page.getByRole('main').getByText('Milo').first()).toBeVisible();
  expect(page.getByText(/couldn’t be loaded/).elements()).toEqual([]);
});
