import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolated } from '#app/text/isolated.ts';
import { DRAFT_DAY as DATE } from '#testing/booking-draft.ts';
import { bookButton, dialog, emptyDay, field, renderForm, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const options = page.getByRole('option');

/** Lets the practice system give each new appointment a room. */
function assignRoom(practice: PracticeInMemory, roomId: string | null) {
  practice.answer('POST /v1/appointments', (_request, usual) => {
    const answer = usual();
    const made = practice.appointments.at(-1);
    if (made) made.roomId = roomId;
    return answer;
  });
}

/** The form with all that is needed, for the rest of the address. */
const renderFilledIn = (practice: PracticeInMemory, params: string) =>
  renderForm(practice, `&pet=${practice.pets[0]?.id}&bookType=${practice.types[0]?.id}${params}`);

async function book() {
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await bookButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
}

test('the notice warns when the appointment got another room than the clicked one', async () => {
  const practice = emptyDay();
  const [one, two] = practice.company.stores[0]?.rooms ?? [];
  assignRoom(practice, one?.id ?? null);
  await renderFilledIn(practice, `&bookRoom=${two?.id}&start=${DATE}T10:15`);
  await expect
    .element(field('Store'))
    .toHaveAccessibleDescription(`You clicked ${isolated('Room 2')}. The practice system assigns the room.`);
  await book();
  const title = `Booked: ${isolated('Bella')}, in ${isolated('Room 1')}, not in ${isolated('Room 2')}`;
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  expect(page.getByText(/^Booked: /).elements()).toHaveLength(1);
});

test('the booking is moved to the clicked room if the practice system allows changes', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01', beyond: true });
  const [one, two] = practice.company.stores[0]?.rooms ?? [];
  assignRoom(practice, one?.id ?? null);
  await renderFilledIn(practice, `&bookRoom=${two?.id}&start=${DATE}T10:15`);
  await expect.element(field('Room')).toHaveTextContent('Room 2');
  await book();
  const notice = page.getByRole('dialog', { name: `Booked: ${isolated('Bella')}` });
  await expect.element(notice).toHaveTextContent(new RegExp(`at ${isolated('North')}, ${isolated('Room 2')}\\.`));
  expect(practice.appointments.at(-1)?.roomId).toBe(two?.id);
});

test('the notice names the room of the new appointment', async () => {
  const practice = emptyDay();
  const [, two] = practice.company.stores[0]?.rooms ?? [];
  assignRoom(practice, two?.id ?? null);
  await renderFilledIn(practice, `&bookRoom=${two?.id}&start=${DATE}T10:15`);
  await book();
  const notice = page.getByRole('dialog', { name: `Booked: ${isolated('Bella')}` });
  await expect.element(notice).toHaveTextContent(new RegExp(`at ${isolated('North')}, ${isolated('Room 2')}\\.`));
  await expect.element(page.getByText(/not in/)).not.toBeInTheDocument();
});

test('choosing another store drops the clicked room', async () => {
  const practice = emptyDay();
  const [north] = practice.company.stores;
  await renderForm(practice, `&bookRoom=${north?.rooms[1]?.id}&start=${DATE}T10:15`);
  await expect.element(field('Store')).toHaveAccessibleDescription(/You clicked/);
  await field('Store').click();
  await page.getByRole('option', { name: 'South' }).click();
  await expect.element(field('Store')).not.toHaveAccessibleDescription(/You clicked/);
});

test('an invalid start, length or end is reported when its field loses the focus', async () => {
  await renderForm(emptyDay(), `&start=${DATE}T10:15&end=${DATE}T10:45`);
  const wrong = async (name: string, typed: string, message: RegExp, right: string) => {
    await text(name).fill(typed);
    await userEvent.keyboard('{Tab}');
    await expect.element(text(name)).toHaveAccessibleDescription(message);
    await expect.element(text(name)).toHaveValue(typed);
    if (name !== 'End') await expect.element(text('End')).toHaveValue('10:45');
    await text(name).fill(right);
    await expect.element(text(name)).not.toHaveAttribute('aria-invalid', 'true');
  };
  await wrong('Start', '25:00', /Enter a time/, '10:15');
  await wrong('Length', '-5', /Enter a length/, '30');
  await wrong('End', '25:00', /Enter a time/, '10:45');
  await expect.element(text('Length')).toHaveValue('30 min');
});

test('the form explains what to do when the pet is not on file', async () => {
  const practice = emptyDay();
  await renderForm(practice, `&start=${DATE}T10:15`);
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('Pixel Kaufman');
  await userEvent.keyboard('{Tab}');
  await text('Notes').fill('Limps');
  const help = dialog.getByRole('region', { name: 'Not on file' });
  await expect.element(help).toHaveTextContent(/Pixel Kaufman is not on file.*everything you typed stays here/);
  await expect.element(help.getByRole('button', { name: 'Copy what was typed' })).toBeVisible();
  await expect.element(field('Pet')).toHaveValue('Pixel Kaufman');

  const [bella] = practice.pets;
  if (!bella) throw new Error('the practice has pets');
  practice.pets.push({ ...bella, id: idOf(4, 99), name: 'Pixel', clientName: 'Rosa Kaufman' });
  await help.getByRole('button', { name: 'Search again' }).click();
  await page.getByRole('option', { name: /Pixel/ }).click();
  await expect.element(field('Pet')).toHaveValue('Pixel · dog · Rosa Kaufman');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(text('Notes')).toHaveValue('Limps');
});

test('the link to the chosen pet’s page keeps what was typed in the form', async () => {
  const practice = emptyDay();
  const { router, address } = await renderForm(practice, `&start=${DATE}T10:15`);
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('bella');
  await expect.element(options.first()).toHaveTextContent(/Bella.*dog.*Ann Lee/);
  await options.first().click();
  await text('Notes').fill('Limps');
  await dialog.getByRole('link', { name: 'Bella’s page' }).click();
  await expect.element(page.getByRole('heading', { name: 'Bella' })).toBeVisible();
  expect(address()).toContain(`/pets/${practice.pets[0]?.id}`);
  router.history.back();
  await expect.element(text('Notes')).toHaveValue('Limps');
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
});

test('shows “This time is free.” only after the form was touched', async () => {
  const practice = emptyDay();
  const advice = dialog.getByRole('region', { name: 'Before you book' });
  const { settled } = await renderForm(practice);
  await expect.element(text('Start')).toHaveValue('08:00');
  await settled();
  expect(advice.getByText('This time is free.').elements()).toEqual([]);
  await text('Start').fill('10:15');
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
  await text('Start').fill('');
  await expect.element(advice.getByText('This time is free.')).not.toBeInTheDocument();
});

test('records that could not be read are not offered in the form', async () => {
  const practice = emptyDay();
  for (const name of ['GET /v1/employees', 'GET /v1/appointment-types']) {
    practice.answer(name, async (_request, usual) => {
      const list = await usual().json();
      return Response.json({ ...list, data: [{ id: idOf(9, 1) }, ...list.data] });
    });
  }
  await renderForm(practice, `&start=${DATE}T10:15`);
  for (const [name, first] of [
    ['Visit type', 'Consultation'],
    ['Vet', 'Ada Okafor'],
  ] as const) {
    await field(name).click();
    await expect.element(options.first()).toHaveTextContent(first);
    expect(options.elements().filter((option) => option.textContent.trim() === '')).toEqual([]);
    await userEvent.keyboard('{Escape}');
  }
});

test('booking at midnight unfolds its hours and focuses the appointment', async () => {
  const practice = emptyDay();
  await renderFilledIn(practice, `&start=${DATE}T23:30`);
  await book();
  const { id } = practice.appointments.at(-1) ?? { id: '' };
  await waitUntil(() => {
    const block = document.querySelector(`.calendar-scroller [data-appointment="${id}"]`);
    expect(block).not.toBeNull();
    expect(document.activeElement).toBe(block);
  });
});
