import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { answer, at } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const days = ['2031-06-04', '2031-06-11', '2031-06-18', '2031-06-25'];
const details = page.getByRole('complementary', { name: 'Appointment' });
const panel = page.getByRole('dialog', { name: 'Reschedule' });
const rows = panel.getByRole('list', { name: 'Dates' }).getByRole('listitem');
const ada = [{ id: idOf(6, 1), isMainEmployee: true }];

/**
 * Bella's appointments at 9:00 on four Wednesdays, with Ada in room 1. The last one is confirmed, or was cancelled by a
 * colleague.
 */
function practiceWithSeries(lastStatus: 'confirmed' | 'cancelled' = 'confirmed') {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  const series = practice.addSeries(
    days.map((day, nth) => ({
      ...{ start: at('9:00', day), end: at('9:30', day), roomId: idOf(3, 11), employees: ada, petId: idOf(4, 1) },
      status: nth === 3 ? lastStatus : ('confirmed' as const),
    })),
  );
  return { practice, series };
}

const openDetails = (practice: PracticeInMemory, id: string, day = days[0]) =>
  renderApp(practice, `/?store=${idOf(2, 1)}&date=${day}&appointment=${id}`);
const startsOf = (practice: PracticeInMemory) => practice.appointments.map(({ start }) => start);
const statusesOf = (practice: PracticeInMemory) => practice.appointments.map(({ status }) => status);

async function openReschedule() {
  const { practice, series } = practiceWithSeries();
  await openDetails(practice, series[1]?.id ?? '', days[1]);
  await details.getByRole('button', { name: 'Reschedule' }).click();
  await expect.element(answer).toHaveTextContent(/^Free with/);
  await panel.getByRole('radio', { name: 'This and the 2 following' }).click();
  return { practice, series };
}

test('the details show the position in the series, and link to its other dates', async () => {
  const { practice, series } = practiceWithSeries('cancelled');
  const { address } = await openDetails(practice, series[1]?.id ?? '', days[1]);
  await expect.element(details.getByText('2 of 3', { exact: true })).toBeVisible();
  const list = details.getByRole('list', { name: 'Series' });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(4);
  await expect.element(list.getByRole('listitem').nth(3)).toHaveTextContent(/25 Jun.*Cancelled/);
  await expectAccessible('the details of a series', { part: 'aside[aria-label="Appointment"]' });
  await list.getByRole('link', { name: /18 Jun/ }).click();
  await expect.element(details.getByText('3 of 3', { exact: true })).toBeVisible();
  expect(address()).toContain(series[2]?.id ?? '');
  // All appointments of a series share a single request.
  expect(practice.requests.filter(({ name }) => name.endsWith('/series'))).toHaveLength(1);
});

test('an appointment that was booked alone does not mention a series', async () => {
  const { practice } = practiceWithSeries();
  const alone = practice.add({ start: at('11:00'), end: at('11:30'), petId: idOf(4, 2) });
  await (await openDetails(practice, alone.id)).settled();
  expect(details.getByRole('list', { name: 'Series' }).elements()).toEqual([]);
  await details.getByRole('button', { name: 'Cancel appointment' }).click();
  await waitUntil(() => expect(statusesOf(practice).at(-1)).toBe('cancelled'));
});

test('this and the following appointments move by the same days and hours, and one Undo reverts all', {
  tags: 'smoke',
}, async () => {
  const { practice } = await openReschedule();
  // Ada is busy on the second of the new dates, which are a day and two hours later.
  practice.add({ start: at('11:00', '2031-06-19'), end: at('11:30', '2031-06-19'), petId: idOf(4, 9), employees: ada });
  await panel.getByRole('button', { name: 'The day after' }).click();
  await userEvent.fill(panel.getByRole('textbox', { name: 'Start' }), '11:00');
  await expect.element(panel.getByText(/^2 free, 1 clash$/)).toBeVisible();
  await expect.element(rows.nth(1)).toHaveTextContent(/19 Jun.*11:00.*Ada Okafor.* is busy/);
  await rows
    .nth(1)
    .getByRole('button', { name: /to 11:30$/ })
    .click();
  await expect.element(panel.getByText(/^3 free$/)).toBeVisible();
  await panel.getByRole('button', { name: 'Reschedule 3 appointments' }).click();
  const moved = [at('9:00'), at('11:00', '2031-06-12'), at('11:30', '2031-06-19'), at('11:00', '2031-06-26')];
  await waitUntil(() => expect(startsOf(practice).slice(0, 4)).toEqual(moved));
  const notice = page.getByRole('dialog', { name: '3 appointments rescheduled' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(startsOf(practice).slice(0, 4)).toEqual(days.map((day) => at('9:00', day))));
});

test('a following appointment that a colleague has moved is named, and the others move', async () => {
  const { practice, series } = await openReschedule();
  await userEvent.fill(panel.getByRole('textbox', { name: 'Start' }), '10:00');
  await expect.element(panel.getByText(/^3 free$/)).toBeVisible();
  const end = practice.hold(`PATCH /v1/appointments/${series[2]?.id}`);
  await panel.getByRole('button', { name: 'Reschedule 3 appointments' }).click();
  practice.change(series[2]?.id ?? '', { start: at('15:00', days[2]), end: at('15:30', days[2]) });
  end.letGo();
  const notice = page.getByRole('dialog', { name: '2 of 3 appointments changed' });
  await expect
    .element(notice)
    .toHaveTextContent(/Not changed: .*Bella.*18 Jun.*A colleague has changed this in the meantime/);
  expect(startsOf(practice)).toEqual([at('9:00'), at('10:00', days[1]), at('15:00', days[2]), at('10:00', days[3])]);
  // One Undo moves all of them back, except the colleague’s.
  await notice.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() =>
    expect(startsOf(practice)).toEqual([at('9:00'), at('9:00', days[1]), at('15:00', days[2]), at('9:00', days[3])]),
  );
});

test('a following appointment can be left unchanged, and by default only this one is moved', async () => {
  const { practice } = await openReschedule();
  await userEvent.fill(panel.getByRole('textbox', { name: 'Start' }), '10:00');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Leave as it is/ })
    .click();
  await expect.element(rows.nth(1)).toHaveTextContent(/18 Jun.*9:00.*unchanged/);
  await rows
    .nth(2)
    .getByRole('button', { name: /^Leave as it is/ })
    .click();
  await panel.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await waitUntil(() => expect(startsOf(practice)[1]).toBe(at('10:00', days[1])));
  expect(startsOf(practice).slice(2)).toEqual([at('9:00', days[2]), at('9:00', days[3])]);
});

test('an appointment that is moved alone is changed alone, and so is its notice', async () => {
  const { practice } = await openReschedule();
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move .*18 Jun/ })
    .click();
  const other = page.getByRole('dialog', { name: /^Move/ });
  await userEvent.fill(other.getByRole('textbox', { name: 'Start' }), '10:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.nth(1)).toHaveTextContent(/10:00/);
  await panel.getByRole('button', { name: /^Reschedule/ }).click();
  await waitUntil(() => expect(startsOf(practice)[2]).toBe(at('10:00', days[2])));
  await expect.element(page.getByRole('dialog', { name: /Bella/ })).toBeVisible();
  expect(startsOf(practice)).toEqual([at('9:00'), at('9:00', days[1]), at('10:00', days[2]), at('9:00', days[3])]);
});

test('cancelling from the details or the menu asks about the following appointments', async () => {
  const { practice, series } = practiceWithSeries();
  await openDetails(practice, series[2]?.id ?? '', days[2]);
  await expect.element(details.getByText('3 of 4', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Cancel appointment' }).click();
  await page.getByRole('menuitem', { name: 'This and the following one' }).click();
  await waitUntil(() => expect(statusesOf(practice)).toEqual(['confirmed', 'confirmed', 'cancelled', 'cancelled']));
  const notice = page.getByRole('dialog', { name: '2 appointments cancelled' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(statusesOf(practice)).not.toContain('cancelled'));
  pause();
  await details.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: 'Cancelled' }).click();
  pause();
  await page.getByRole('menuitem', { name: 'This appointment' }).click();
  await waitUntil(() => expect(statusesOf(practice)).toEqual(['confirmed', 'confirmed', 'cancelled', 'confirmed']));
});
