import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { blockOf, chooseInViewMenu, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const at = (hour: number) => new Date(Date.parse(`${DAY}T04:00:00Z`) + hour * 3_600_000).toISOString();
const details = page.getByRole('complementary', { name: 'Appointment' });
const letters = (text: string | null | undefined) => text?.replaceAll(/[\u2066-\u2069]/g, '') ?? '';

/** Ada is sick in the morning. She has an appointment then and one in the afternoon; Bram has one in the morning. */
function practiceOfDay() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(8)) });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  practice.plan.create({ kind: 'unavailable', employeeId: ADA, start: at(9), end: at(13), title: 'Sick' });
  const add = (vet: string, hour: number, pet: number) =>
    practice.add({
      ...{ petId: idOf(4, pet), storeId: STORE, roomId: idOf(3, 11), status: 'confirmed' },
      ...{ start: at(hour), end: at(hour + 0.5), employees: [{ id: vet, isMainEmployee: true }] },
    });
  const [away, afternoon, other] = [add(ADA, 10, 1), add(ADA, 14, 2), add(BRAM, 11, 3)];
  return { practice, away, afternoon, other };
}

test('an appointment whose vet is away says so in the calendar, the week, the list and the details', async () => {
  const { practice, away, afternoon, other } = practiceOfDay();
  await openBoard(practice, `/?store=${STORE}&view=rooms&date=${DAY}`);
  await waitUntil(async () => expect((await blockOf(away.id)).dataset['mark']).toBe('vet-away'));
  expect((await blockOf(away.id)).style.getPropertyValue('--mark')).toBe('"vet away"');
  for (const view of ['Rooms', 'Week', 'List', 'Flow']) {
    await chooseInViewMenu(view);
    await waitUntil(async () => {
      const labels = await Promise.all([away, afternoon, other].map(async ({ id }) => (await blockOf(id)).ariaLabel));
      expect(labels.map((label) => letters(label).includes('vet away'))).toEqual([true, false, false]);
    });
    if (view === 'Week') expect((await blockOf(away.id)).textContent).toContain('vet away');
  }
  (await blockOf(away.id)).click();
  await details.getByRole('link', { name: 'vet away' }).click();
  const list = page.getByRole('dialog', { name: /Ada Okafor.* is away/ });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(1);
});

test('on a day when the store is closed, every appointment says so until it is dealt with, and leads to the others', async () => {
  const { practice, away, afternoon, other } = practiceOfDay();
  practice.plan.create({ kind: 'unavailable', storeId: STORE, start: at(0), end: at(24), title: 'Flooded' });
  const { leave } = await openBoard(practice, `/?store=${STORE}&view=rooms&date=${DAY}`);
  for (const { id } of [away, afternoon, other])
    await waitUntil(async () => expect((await blockOf(id)).dataset['mark']).toBe('store-closed'));
  (await blockOf(afternoon.id)).click();
  await details.getByRole('link', { name: 'store closed' }).click();
  const list = page.getByRole('dialog', { name: /^Appointments at / });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(3);
  await leave();
  await renderApp(practice, `/appointments?from=${DAY}&to=${DAY}`);
  const marks = page.getByRole('grid', { name: 'Appointments' }).getByRole('link', { name: /^store closed/ });
  await expect.poll(() => marks.elements().length).toBe(3);
  practice.change(other.id, { status: 'cancelled' });
  await expect.poll(() => marks.elements().length).toBe(2);
});

test('print says whose vet is away', async () => {
  const { practice, away } = practiceOfDay();
  await openBoard(practice, `/?store=${STORE}&view=list&date=${DAY}`);
  await waitUntil(async () => expect(letters((await blockOf(away.id)).ariaLabel)).toContain('vet away'));
  window.dispatchEvent(new Event('beforeprint'));
  const printed = () => [...document.querySelectorAll('.day-sheet tbody tr')].map((row) => row.textContent ?? '');
  await waitUntil(() => expect(printed().map((row) => row.includes('vet away'))).toEqual([true, false, false]));
  window.dispatchEvent(new Event('afterprint'));
});

test('for a pet that died, no view offers a next step, while its other statuses can be chosen', {
  tags: 'smoke',
}, async () => {
  const { practice, away, other } = practiceOfDay();
  Object.assign(practice.pets[0] ?? {}, { deceasedOn: '2026-06-02' });
  const statusOf = (id: string) => practice.appointments.find((one) => one.id === id)?.status;
  await openBoard(practice, `/?store=${STORE}&view=flow&date=${DAY}`);
  const step = (name: RegExp) => page.getByRole('button', { name });
  await expect.element(step(/^Check in, .*Milo/)).toBeVisible();
  expect(step(/^Check in, .*Bella/).elements()).toEqual([]);
  expect(letters((await blockOf(away.id)).ariaLabel)).toContain('died');

  (await blockOf(away.id)).focus();
  await userEvent.keyboard('s');
  (await blockOf(other.id)).focus();
  pause();
  await userEvent.keyboard('s');
  await waitUntil(() => expect(statusOf(other.id)).toBe('checked_in'));
  expect(statusOf(away.id)).toBe('confirmed');

  (await blockOf(away.id)).click();
  await expect.element(details.getByText('died', { exact: true })).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Cancel appointment' })).toBeVisible();
  expect(details.getByRole('button', { name: 'Check in' }).elements()).toEqual([]);
});

test('the details say of a forgotten check-out and of a new arrival what the block says', async () => {
  const { practice, away, other } = practiceOfDay();
  practice.change(other.id, { status: 'checked_in' });
  Object.assign(practice.appointments.find(({ id }) => id === other.id) ?? {}, { checkedInAt: at(8) });
  await openBoard(practice, `/?store=${STORE}&view=rooms&date=${DAY}`);
  (await blockOf(other.id)).click();
  await expect.element(details.getByText('just checked in')).toBeVisible();
  expect(letters((await blockOf(other.id)).ariaLabel)).toContain('just checked in');
  Object.assign(practice.appointments.find(({ id }) => id === away.id) ?? {}, {
    ...{ status: 'checked_in', checkedInAt: at(-16), start: at(-16), end: at(-15.5) },
  });
  await openBoard(practice, `/?store=${STORE}&view=rooms&date=2026-06-02&appointment=${away.id}`);
  await expect.element(details.getByText(/^checked in/)).toBeVisible();
  expect(details.getByText(/waiting/i).elements()).toEqual([]);
});
