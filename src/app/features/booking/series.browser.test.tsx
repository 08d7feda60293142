import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { expectAccessible } from '#testing/accessible.ts';
import { at, bella, dialog, leaveForReload, made, openForm, renderForm, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const SERIES = 'POST /v1/appointments/series';
const weeks = ['2031-06-04', '2031-06-11', '2031-06-18', '2031-06-25', '2031-07-02', '2031-07-09'];
const dates = dialog.getByRole('list', { name: 'Dates' });
const rows = dates.getByRole('listitem');
const row = (nth: number) => rows.nth(nth);
const repeat = dialog.getByRole('button', { name: 'Repeat', exact: true });
const booked = page.getByRole('dialog', { name: `6 appointments booked: ${isolateText('Bella')}`, exact: true });
const sentSeries = (practice: PracticeInMemory) => practice.requests.filter(({ name }) => name === SERIES);
const starts = (practice: PracticeInMemory) => made(practice).map(({ start }) => start);

function practiceWithClashes() {
  const practice = createPracticeInMemory({ appointments: 0, today: '2031-05-01', hasExtensions: true });
  // Ada is busy in the second and fourth weeks.
  for (const date of [weeks[1], weeks[3]])
    practice.add({
      ...{ start: at('9:00', date), end: at('9:30', date), petId: idOf(4, 29) },
      employees: [{ id: idOf(6, 1), isMainEmployee: true }],
    });
  return practice;
}

/** Opens the panel for Bella's vaccination with Ada at 9:05, repeated in six weeks. */
async function openSeries(practice: PracticeInMemory) {
  const app = await openForm(practice, `${bella()}&bookVet=${idOf(6, 1)}`);
  await repeat.click();
  await expect.element(dialog.getByText(/4 free, 2 clashes/)).toBeVisible();
  return app;
}

test('two clashes in six weeks are shown, moved or left out before booking everything in one request', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWithClashes();
  await openSeries(practice);
  await expect.element(text('Every')).toHaveFocus();
  await expect.element(row(1)).toHaveTextContent(/11 Jun.*9:05.*Ada Okafor.* is busy at 9:05.*Take 9:30/);
  await expectAccessible('a series with clashes', { part: '[role="dialog"]' });
  await row(1)
    .getByRole('button', { name: /^Move .*11 Jun.* to 9:30$/ })
    .click();
  await expect.element(dialog.getByText(/5 free, 1 clash/)).toBeVisible();
  // The other one is moved to another day and time.
  await row(3)
    .getByRole('button', { name: /^Move .*25 Jun.*9:05$/ })
    .click();
  const other = page.getByRole('dialog', { name: /^Move/ });
  await userEvent.fill(other.getByRole('textbox', { name: 'Date' }), '26 June 2031');
  await userEvent.fill(other.getByRole('textbox', { name: 'Start' }), '10:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(row(3)).toHaveTextContent(/26 Jun.*10:00/);
  await expect.element(dialog.getByText(/^6 free$/)).toBeVisible();
  expect(sentSeries(practice)).toEqual([]);
  await dialog.getByRole('button', { name: 'Book 6 appointments' }).click();
  await expect.element(booked).toBeVisible();
  const [first, , third, , fifth, sixth] = weeks.map((date) => at('9:05', date));
  expect(starts(practice)).toEqual([first, at('9:30', weeks[1]), third, at('10:00', '2031-06-26'), fifth, sixth]);
  expect(sentSeries(practice)).toHaveLength(1);
  await waitUntil(() => expect(document.activeElement?.getAttribute('data-appointment')).toBe(made(practice)[0]?.id));
  // One Undo cancels all of them.
  await booked.getByRole('button', { name: 'Undo' }).click();
  await waitUntil(() => expect(made(practice)).toEqual([]));
  await expect.element(page.getByRole('dialog', { name: '6 appointments booked: undone' })).toBeVisible();
});

test('the dates that clash are named beside the button, which leads to the first of them', async () => {
  await openSeries(practiceWithClashes());
  await expect.element(dialog.getByText(/^2 clashes: .*11 Jun.*25 Jun/)).toBeVisible();
  const show = dialog.getByRole('button', { name: 'Show', exact: true });
  await show.click();
  await expect.element(row(1)).toHaveFocus();
  await expect.element(row(1)).toBeInViewport({ ratio: 0.9 });
  for (const nth of [1, 3])
    await row(nth)
      .getByRole('button', { name: /^Leave out/ })
      .click();
  await expect.element(dialog.getByRole('button', { name: 'Book 4 appointments' })).toBeVisible();
  await expect.element(show).not.toBeInTheDocument();
});

test('a date that is left out is not booked, and can be restored', async () => {
  const practice = practiceWithClashes();
  await openSeries(practice);
  await row(1)
    .getByRole('button', { name: /^Leave out/ })
    .click();
  await row(3)
    .getByRole('button', { name: /^Leave out/ })
    .click();
  await expect.element(dialog.getByText('4 free, 2 left out')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Book 4 appointments' })).toBeVisible();
  await row(3)
    .getByRole('button', { name: /^Include .* again$/ })
    .click();
  await dialog.getByRole('button', { name: 'Book 5 appointments anyway' }).click();
  await waitUntil(() => expect(starts(practice)).toEqual([0, 2, 3, 4, 5].map((nth) => at('9:05', weeks[nth]))));
});

test('days and plan of a series take few requests, and days that could not be loaded are not free', async () => {
  const practice = practiceWithClashes();
  const end = practice.answer('POST /v1/appointments/search', ({ body }, respond) =>
    JSON.stringify(body).includes(weeks[5] ?? '') ? new Response('', { status: 500 }) : respond(),
  );
  await openForm(practice, `${bella()}&bookVet=${idOf(6, 1)}`);
  await repeat.click();
  await expect.element(dialog.getByText('6 not checked yet')).toBeVisible();
  await expect.element(row(5)).toHaveTextContent(/Couldn’t check for clashes/);
  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText(/4 free, 2 clashes/)).toBeVisible();
});

test('a request whose response was lost is repeated with its key, so that nothing is booked twice', {
  tags: 'smoke',
}, async () => {
  const practice = practiceWithClashes();
  let tries = 0;
  practice.answer(SERIES, (_request, respond) => {
    const answer = respond();
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError('lost')) : answer;
  });
  await openSeries(practice);
  await dialog.getByRole('button', { name: 'Book 6 appointments anyway' }).click();
  await expect.element(booked).toHaveTextContent(/The response was lost, but the appointments are booked/);
  expect(made(practice)).toHaveLength(6);
  const [one, other] = sentSeries(practice).map(({ headers }) => headers.get('idempotency-key'));
  expect(one).toBe(other);
});

test('a repetition survives a reload, and Don’t repeat removes it', async () => {
  const practice = practiceWithClashes();
  const app = await openSeries(practice);
  await userEvent.fill(text('Times'), '3');
  await row(2)
    .getByRole('button', { name: /^Leave out/ })
    .click();
  await leaveForReload(app);
  await renderForm(practice, bella());
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(row(2)).toHaveTextContent(/left out/);
  await expect.element(text('Times')).toHaveValue('3');
  await dialog.getByRole('button', { name: 'Don’t repeat' }).click();
  await expect.element(dates).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Book appointment' })).toBeVisible();
});

test('a walk-in is not repeated, and the waiting list needs no dates', async () => {
  const practice = practiceWithClashes();
  await openSeries(practice);
  await userEvent.fill(text('Times'), '1');
  await dialog.getByRole('button', { name: 'Put on the waiting list' }).click();
  const form = page.getByRole('form', { name: 'Put on the waiting list' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Walk-in' }).click();
  const walkIn = page.getByRole('dialog', { name: 'Walk-in' });
  await expect.element(walkIn.getByRole('combobox', { name: 'Pet' })).toHaveFocus();
  await userEvent.keyboard('bella');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{Enter}vac{Enter}');
  await expect.element(walkIn.getByRole('button', { name: /^Check in/ })).toBeVisible();
  expect(walkIn.getByText('Repeat').elements()).toEqual([]);
  await walkIn.getByRole('button', { name: /^Check in/ }).click();
  await waitUntil(() => expect(made(practice)).toMatchObject([{ status: 'checked_in' }]));
});

test('repetition is not offered if the practice system has no series', async () => {
  await openForm(createPracticeInMemory({ today: '2031-05-01' }));
  expect(repeat.elements()).toEqual([]);
});
