import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ANN = idOf(5, 1);
const BELLA = idOf(4, 1);
const main = page.getByRole('main');
const part = main.getByRole('region', { name: /^Due again: .*Bella/ });
const button = (name: string | RegExp) => part.getByRole('button', { name });

function createPractice() {
  const practice = createPracticeInMemory({ hasExtensions: true, appointments: 0 });
  const [vaccination, dental] = practice.types;
  if (!vaccination || !dental) throw new Error('the practice has types');
  Object.assign(vaccination, { recallMonths: 12 });
  return { practice, vaccination, dental };
}

test('a pet’s page lists what it is due for; the date can be changed, and what is not wanted leaves the list', {
  tags: 'smoke',
}, async () => {
  const { practice, vaccination } = createPractice();
  const recall = practice.recalls.add({ petId: BELLA, dueOn: '2024-05-02' });
  await renderApp(practice, `/pets/${BELLA}`);
  await expect.element(part).toHaveTextContent(new RegExp(`${vaccination.name}.*overdue since .*2024`));
  await expectAccessible('what a pet is due for');
  await button('Change date').click();
  await userEvent.fill(part.getByRole('textbox', { name: 'Due on' }), '2099-03-04');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect.element(part).toHaveTextContent(/due .*2099/);
  expect(practice.recalls.all()).toMatchObject([{ id: recall.id, dueOn: '2099-03-04', status: 'due' }]);
  pause();
  await button(/^Not wanted/).click();
  await expect.element(part).not.toHaveTextContent(/2099/);
  await waitUntil(() => expect(practice.recalls.all()).toMatchObject([{ status: 'declined' }]));
  await page.getByRole('dialog').filter({ hasText: 'Not wanted' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(part).toHaveTextContent(/due .*2099/);
});

test('a due date is added on the client’s page, for types that the pet is not due for yet', async () => {
  const { practice, dental } = createPractice();
  practice.recalls.add({ petId: BELLA, dueOn: '2024-05-02' });
  await renderApp(practice, `/clients/${ANN}`);
  await button('Add a due date').click();
  const type = part.getByRole('combobox', { name: 'Visit type' });
  await expect.element(type).toHaveTextContent(dental.name);
  await userEvent.fill(part.getByRole('textbox', { name: 'Due on' }), '2099-03-04');
  await part.getByRole('button', { name: 'Save' }).click();
  await expect.element(part).toHaveTextContent(new RegExp(`${dental.name}.*due .*2099`));
  expect(practice.recalls.all().at(-1)).toMatchObject({
    ...{ petId: BELLA, visitTypeId: dental.id, dueOn: '2099-03-04', status: 'due' },
  });
});

test('what is booked is shown as booked, and without recalls there is nothing', async () => {
  const { practice, vaccination } = createPractice();
  practice.recalls.add({ petId: BELLA, dueOn: '2024-05-02' });
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const end = new Date(Date.now() + 86_400_000 + 1_800_000).toISOString();
  practice.add({ ...{ petId: BELLA, clientId: ANN, visitTypeId: vaccination.id }, start, end, status: 'confirmed' });
  const app = await renderApp(practice, `/pets/${BELLA}`);
  await expect.element(part.getByRole('link', { name: /^Booked for/ })).toBeVisible();
  expect(button(/^Book /).elements()).toEqual([]);
  await app.leave();
  const { listRecalls: _, ...others } = practice.session.capabilities;
  practice.session.capabilities = others;
  await renderApp(practice, `/pets/${BELLA}`);
  await expect.element(main.getByRole('heading', { level: 1, name: 'Bella' })).toBeVisible();
  expect(part.elements()).toEqual([]);
});
