import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letSignIn } from '#testing/people-in-memory.ts';
import { errorResponse } from '#testing/practice-extensions.ts';
import { createPracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const part = page.getByRole('region', { name: 'My PIN' });
/** The key, or the current PIN. */
const proof = part.getByLabelText(/sign-in key/);
const newPin = part.getByLabelText('New PIN');
const repeatPin = part.getByLabelText('Repeat PIN');
const save = part.getByRole('button', { name: 'Save PIN' });
const remove = part.getByRole('button', { name: 'Remove PIN' });
const lock = page.getByRole('radiogroup', { name: 'Lock when no one is using this computer' });

async function typePin(pin: string, by: string) {
  await proof.fill(by);
  await newPin.fill(pin);
  await repeatPin.fill(pin);
}

/** The settings of a signed-in person, with the requests that concern their PIN. */
async function settingsOf(changes: { name?: string | null; pin?: string; isManager?: boolean } = {}) {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { name = 'Ann Lee', isManager: canKeepUnlocked = false, ...more } = changes;
  Object.assign(practice.session, { canKeepUnlocked });
  letSignIn(practice, [{ person: 'ann', name, ...more }]).signIn('ann');
  const { leave } = await renderApp(practice, '/settings');
  const sent = () =>
    practice.requests.filter((request) => request.name.endsWith(' /desk/pin')).map(({ name, body }) => [name, body]);
  return { practice, leave, sent };
}

test('a PIN is set, changed and removed, and the settings show whether there is one', { tags: 'smoke' }, async () => {
  const { sent } = await settingsOf();
  await expect.element(part).toHaveTextContent('With a PIN you can sign in in this browser without your sign-in key.');
  expect(remove.query()).toBeNull();
  expect(lock.query()).toBeNull();
  await expect
    .element(page.getByText('Frontdesk doesn’t lock in this browser, because no one has set up a PIN here.'))
    .toBeVisible();
  await typePin('284617', 'fd_ a nn');
  await userEvent.keyboard('{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN was saved.');
  for (const field of [proof, newPin, repeatPin]) await expect.element(field).toHaveValue('');
  await expect.element(lock).toBeVisible();
  await expect.element(part).toHaveTextContent('You have a PIN in this browser.');
  expect(page.getByText('so it does not lock').query()).toBeNull();
  await remove.click();
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN was removed from this browser.');
  expect(sent()).toEqual([
    ['POST /desk/pin', { pin: '284617', by: { apiKey: 'fd_ann' } }],
    ['DELETE /desk/pin', null],
  ]);
});

test('“Set a PIN” leads to its fields, which are then on the screen', async () => {
  await resizePage(1280, 500);
  const practice = createPracticeInMemory({ appointments: 0 });
  letSignIn(practice, [{ person: 'ann', name: 'Ann Lee' }]).signIn('ann');
  await renderApp(practice, '/appointments');
  await page.getByRole('button', { name: /Signed in as .*Ann Lee/ }).click();
  await page.getByRole('link', { name: 'Set a PIN to switch without your key' }).click();
  await expect.element(proof).toHaveFocus();
  await expect.element(newPin).toBeInViewport();
  await expect.element(page.getByRole('heading', { name: 'My PIN' })).toBeInViewport();
});

test('a PIN that is too short, easy to guess or repeated differently is refused next to its field', async () => {
  const { sent } = await settingsOf();
  await save.click();
  await expect.element(proof).toHaveFocus();
  await expect.element(proof).toHaveAccessibleDescription('Enter your sign-in key.');
  await proof.fill('fd_ann');
  await newPin.fill('1234');
  await save.click();
  await expect.element(part).toHaveTextContent('Use 6 to 12 digits.');
  await expect.element(newPin).toHaveFocus();
  for (const [easy, why] of [
    ['112233', 'it repeats digits'],
    ['147258', 'it is a sequence, or a line on the keypad'],
    ['280671', 'it is a date'],
  ] as const) {
    await newPin.fill(easy);
    await expect.element(newPin).toHaveAccessibleDescription(new RegExp(`This PIN is easy to guess: ${why}`));
  }
  await newPin.fill('284617');
  await repeatPin.fill('284618');
  await save.click();
  await expect.element(repeatPin).toHaveFocus();
  await expect.element(repeatPin).toHaveAccessibleDescription('The two PINs don’t match.');
  expect(sent()).toEqual([]);
});

test('a PIN replaces another only with the one before it or the key, and what is wrong about them is said beside their field', async () => {
  const { sent } = await settingsOf({ pin: '284617' });
  await typePin('594013', '170392');
  await save.click();
  await expect.element(proof).toHaveAccessibleDescription('Wrong PIN. 4 tries left.');
  await expect.element(proof).toHaveFocus();
  await expect.element(part.getByRole('alert')).toHaveTextContent('The PIN was not changed.');
  await proof.fill('fd_bob');
  await save.click();
  await expect.element(proof).toHaveAccessibleDescription('That isn’t your key, or it has been revoked.');
  await proof.fill('284617');
  await userEvent.keyboard('{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN was saved.');
  expect(sent().map(([, body]) => body)).toEqual([
    { pin: '594013', by: { pin: '170392' } },
    { pin: '594013', by: { apiKey: 'fd_bob' } },
    { pin: '594013', by: { pin: '284617' } },
  ]);
});

test('after too many wrong ones the PIN is gone, and only the key helps', async () => {
  await settingsOf({ pin: '284617' });
  for (let nth = 0; nth < 5; nth += 1) {
    await typePin('594013', `17039${nth}`);
    await save.click();
  }
  const text = 'You no longer have a PIN in this browser. Enter your sign-in key.';
  await expect.element(proof).toHaveAccessibleDescription(text);
  await expect.element(part).toHaveTextContent('With a PIN you can sign in');
  await proof.fill('fd_ann');
  await userEvent.keyboard('{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN was saved.');
});

test('a person without a name enters it with their first PIN', async () => {
  const { sent } = await settingsOf({ name: null });
  await typePin('284617', 'fd_ann');
  await save.click();
  await expect.element(part.getByLabelText('Your name')).toHaveFocus();
  await userEvent.keyboard('Ann Lee{Enter}');
  await expect.element(part.getByRole('status')).toHaveTextContent('Your PIN was saved.');
  expect(sent()).toEqual([['POST /desk/pin', { pin: '284617', by: { apiKey: 'fd_ann' }, name: 'Ann Lee' }]]);
  await expect.element(page.getByRole('button', { name: /Signed in as .*Ann Lee/ })).toBeVisible();
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

test('the desk locks after the number of minutes chosen in the settings, which the gateway is told', {
  tags: 'smoke',
}, async () => {
  const { practice, leave } = await settingsOf({ pin: '284617' });
  await expect.element(lock.getByRole('radio', { name: '15 minutes' })).toBeChecked();
  expect(lock.getByRole('radio', { name: 'Never' }).query()).toBeNull();
  await expect.element(page.getByText('Only a manager can turn locking off.')).toBeVisible();
  await lock.getByRole('radio', { name: '60 minutes' }).click();
  await waitUntil(() => expect(localStorage.getItem('frontdesk.lock')).toBe('60'));
  expect(practice.requests.find(({ name }) => name === 'POST /desk/lock')?.body).toEqual({ minutes: 60 });
  localStorage.setItem('frontdesk.used', String(Date.now() - 50 * 60_000));
  window.dispatchEvent(new Event('focus'));
  await expect.element(lock).toBeVisible();
  localStorage.setItem('frontdesk.used', String(Date.now() - 90 * 60_000));
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByLabelText('PIN', { exact: true })).toHaveFocus();
  expect(practice.requests.map(({ name }) => name)).toContain('DELETE /desk/session');
  await leave();
});

test('a manager can choose that the desk never locks, and sees if that was not saved', async () => {
  const { practice } = await settingsOf({ pin: '284617', isManager: true });
  const end = practice.answer('POST /desk/lock', () => errorResponse(new ServiceError('insufficient_access', '')));
  await lock.getByRole('radio', { name: 'Never' }).click();
  await expect.element(page.getByText(/^The change was not saved\./)).toBeVisible();
  await expect.element(lock.getByRole('radio', { name: '15 minutes' })).toBeChecked();
  end();
  await lock.getByRole('radio', { name: 'Never' }).click();
  await waitUntil(() => expect(localStorage.getItem('frontdesk.used')).toBeNull());
  await expect.element(lock.getByRole('radio', { name: 'Never' })).toBeChecked();
});
