import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letSignIn } from '#testing/people-in-memory.ts';
import { faultOf } from '#testing/practice-extensions.ts';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const part = page.getByRole('region', { name: 'My PIN' });
const newPin = part.getByLabelText('New PIN');
const repeatPin = part.getByLabelText('Repeat PIN');
const save = part.getByRole('button', { name: 'Save PIN' });
const remove = part.getByRole('button', { name: 'Remove PIN' });
const lock = page.getByRole('radiogroup', { name: 'Lock when nobody uses this computer' });

/** The settings of a signed-in person, with the requests that concern their PIN. */
async function settingsOf(changes: { name?: string | null; pin?: string } = {}) {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { name = 'Ann Lee', ...more } = changes;
  letSignIn(practice, [{ person: 'ann', name, ...more }]).signIn('ann');
  const { leave } = await renderApp(practice, '/settings');
  const sent = () =>
    practice.requests.filter((request) => request.name.endsWith(' /desk/pin')).map(({ name, body }) => [name, body]);
  return { practice, leave, sent };
}

test('a PIN is set, changed and removed, and the settings show whether there is one', async () => {
  const { sent } = await settingsOf();
  await expect.element(part).toHaveTextContent('With a PIN you can sign in in this browser without your sign-in key.');
  expect(remove.query()).toBeNull();
  await expect.element(lock).toBeVisible();
  await expect.element(page.getByText('Nobody has a PIN in this browser, so it does not lock.')).toBeVisible();
  await newPin.fill('280671');
  await repeatPin.fill('280671');
  await userEvent.keyboard('{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN is saved.');
  await expect.element(newPin).toHaveValue('');
  await expect.element(part).toHaveTextContent('You have a PIN in this browser.');
  expect(page.getByText('so it does not lock').query()).toBeNull();
  await remove.click();
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN is removed from this browser.');
  expect(sent()).toEqual([
    ['POST /desk/pin', { pin: '280671' }],
    ['DELETE /desk/pin', null],
  ]);
});

test('a PIN that is too short, easy to guess or repeated differently is refused next to its field', async () => {
  const { sent } = await settingsOf();
  await newPin.fill('1234');
  await save.click();
  await expect.element(part).toHaveTextContent('Use 6 to 12 digits.');
  await expect.element(newPin).toHaveFocus();
  await newPin.fill('123456');
  await expect.element(part).toHaveTextContent('This PIN is easy to guess.');
  await newPin.fill('280671');
  await repeatPin.fill('280672');
  await save.click();
  await expect.element(repeatPin).toHaveFocus();
  await expect.element(repeatPin).toHaveAccessibleDescription('The two PINs do not match.');
  expect(sent()).toEqual([]);
});

test('if the key was typed some time ago, it is requested first; after Cancel the PIN is unchanged', async () => {
  const { practice } = await settingsOf();
  const end = practice.answer('POST /desk/pin', () => faultOf(new ServiceError('confirm_key', '')));
  await newPin.fill('280671');
  await repeatPin.fill('280671');
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .element(part.getByRole('alert'))
    .toHaveTextContent('The PIN was not changed. That needs your sign-in key.');
  await save.click();
  await expect.element(dialog).toBeVisible();
  end();
  await dialog.getByLabelText('Your key').fill('fd_ann');
  await userEvent.keyboard('{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN is saved.');
});

test('a person without a name enters it with their first PIN', async () => {
  const { sent } = await settingsOf({ name: null });
  await newPin.fill('280671');
  await repeatPin.fill('280671');
  await save.click();
  await expect.element(part.getByLabelText('Your name')).toHaveFocus();
  await userEvent.keyboard('Ann Lee{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN is saved.');
  expect(sent()).toEqual([['POST /desk/pin', { pin: '280671', name: 'Ann Lee' }]]);
  await expect.element(page.getByRole('button', { name: /Ann Lee.*: session/ })).toBeVisible();
});

test('if no PIN can be set, the settings explain why; with a shared key they do not mention PINs', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  Object.assign(practice.session, { access: 'sign_in', person: 'ann', name: 'Ann Lee', pins: null });
  const { leave } = await renderApp(practice, '/settings');
  await expect.element(part).toHaveTextContent('A PIN needs https, or a browser on the computer that runs Frontdesk.');
  expect(newPin.query()).toBeNull();
  await leave();
  await renderApp(createPracticeInMemory({ appointments: 0 }), '/settings');
  await expect.element(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
  expect([part.query(), lock.query()]).toEqual([null, null]);
});

test('the desk locks after the number of minutes chosen in the settings', async () => {
  const { leave } = await settingsOf({ pin: '280671' });
  await expect.element(lock.getByRole('radio', { name: '15 minutes' })).toBeChecked();
  await lock.getByRole('radio', { name: 'Never' }).click();
  localStorage.setItem('frontdesk.used', String(Date.now() - 90 * 60_000));
  window.dispatchEvent(new Event('focus'));
  await expect.element(lock).toBeVisible();
  await lock.getByRole('radio', { name: '60 minutes' }).click();
  await waitUntil(() => expect(localStorage.getItem('frontdesk.used')).not.toBeNull());
  localStorage.setItem('frontdesk.used', String(Date.now() - 90 * 60_000));
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByLabelText('PIN', { exact: true })).toHaveFocus();
  await leave();
});
