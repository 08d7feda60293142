import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { emptyDay, openForm, text } from '#testing/booking-form.ts';
import { letSignIn } from '#testing/people-in-memory.ts';
import { errorResponse } from '#testing/practice-extensions.ts';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ann = { person: 'ann', name: 'Ann Lee', pin: '284617' };
const bob = { person: 'bob', name: 'Bob Ray', pin: '594013' };
const pin = page.getByLabelText('PIN', { exact: true });
const key = page.getByLabelText('Sign-in key');
const nameButton = (name: string) => page.getByRole('button', { name });
const heading = page.getByRole('heading', { name: 'Who is here?' });
const deskOf = (name: string) => page.getByRole('button', { name: new RegExp(`Signed in as .*${name}`) });
const alert = page.getByRole('alert');

let practice: PracticeInMemory;
let people: ReturnType<typeof letSignIn>;
beforeEach(() => {
  practice = createPracticeInMemory({ appointments: 0 });
  people = letSignIn(practice, [ann, bob]);
});
const sentPins = () =>
  practice.requests.filter(({ name }) => name === 'POST /desk/session/pin').map(({ body }) => body);

test('a person selects their name and types their PIN, in a field that password managers ignore', {
  tags: 'smoke',
}, async () => {
  await renderApp(practice, '/');
  await expect.element(nameButton('Ann Lee')).toHaveFocus();
  await nameButton('Bob Ray').click();
  await expect.element(pin).toHaveFocus();
  await expect.element(pin).toHaveAttribute('type', 'text');
  await expect.element(pin).toHaveAttribute('autocomplete', 'off');
  await expect.element(pin).not.toHaveAttribute('name');
  expect(getComputedStyle(pin.element()).getPropertyValue('-webkit-text-security')).toBe('disc');
  await userEvent.keyboard('594x 013{Enter}');
  await expect.element(deskOf('Bob Ray')).toBeVisible();
  expect(sentPins()).toEqual([{ person: 'bob', pin: '594013' }]);
});

test('a name is selected by keyboard, and Escape returns to it', async () => {
  await renderApp(practice, '/');
  await expect.element(nameButton('Ann Lee')).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(pin).toHaveFocus();
  pause();
  await userEvent.keyboard('{Escape}');
  await expect.element(nameButton('Bob Ray')).toHaveFocus();
  pause();
  await userEvent.keyboard('{Enter}');
  await expect.element(pin).toHaveFocus();
  pause();
  await userEvent.keyboard('594013{Enter}');
  await expect.element(deskOf('Bob Ray')).toBeVisible();
});

test('a PIN can be typed in the digits of any keyboard', async () => {
  await renderApp(practice, '/');
  await nameButton('Ann Lee').click();
  await pin.fill('٢٨٤٦١٧');
  await expect.element(pin).toHaveValue('284617');
});

test('a wrong PIN shows the remaining attempts; after the fifth the key is required, and the name is gone', {
  tags: 'smoke',
}, async () => {
  await renderApp(practice, '/');
  await nameButton('Ann Lee').click();
  for (const text of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
    await userEvent.keyboard('170392{Enter}');
    await expect.element(alert).toHaveTextContent(`Wrong PIN. ${text}.`);
    await expect.element(pin).toHaveValue('');
    await expect.element(pin).toHaveFocus();
  }
  await userEvent.keyboard('170392{Enter}');
  await expect.element(key).toHaveFocus();
  await expect.element(page.getByText(/^Too many wrong PINs: the PIN of .*Ann Lee.* was removed/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  // Only one person is left, so their PIN is requested at once.
  await expect.element(page.getByRole('heading', { name: 'Bob Ray' })).toBeVisible();
  await expect.element(pin).toHaveFocus();
  expect(page.getByText('Ann Lee').query()).toBeNull();
});

test('a PIN that was removed elsewhere leads to the key, with the reason', async () => {
  practice.answer('POST /desk/session/pin', () => errorResponse(new ServiceError('no_pin', '')));
  await renderApp(practice, '/');
  await nameButton('Ann Lee').click();
  await userEvent.keyboard('284617{Enter}');
  await expect.element(page.getByText(/Ann Lee.* no longer has a PIN in this browser/)).toBeVisible();
  await key.fill('fd_ann');
  pause();
  await userEvent.keyboard('{Enter}');
  await expect.element(deskOf('Ann Lee')).toBeVisible();
});

test('the error that prevents the check of a PIN is explained, and the typed PIN stays', async () => {
  const end = practice.answer('POST /desk/session/pin', () => Promise.reject(new TypeError('Failed to fetch')));
  await renderApp(practice, '/');
  await nameButton('Ann Lee').click();
  await userEvent.keyboard('284617{Enter}');
  await expect.element(alert).toHaveTextContent('The PIN couldn’t be checked. Try again. Frontdesk can’t be reached');
  await expect.element(pin).toHaveValue('284617');
  end();
  const endLimit = practice.answer('POST /desk/session/pin', () =>
    errorResponse(new ServiceError('rate_limit_exceeded', '')),
  );
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent('Too many attempts. Wait a moment and try again.');
  await expect.element(pin).toHaveValue('284617');
  endLimit();
  let answer = () => {};
  practice.answer('POST /desk/session/pin', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return Response.json(people.signIn('ann'));
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  answer();
  await expect.element(deskOf('Ann Lee')).toBeVisible();
});

test('a person without a PIN here uses their key, and can return to the names', async () => {
  await renderApp(practice, '/');
  await page.getByRole('button', { name: 'Use a sign-in key' }).click();
  await expect.element(key).toHaveFocus();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(heading).toBeVisible();
});

/** Signs Ann in, at a URL. */
async function annAt(address: string) {
  people.signIn('ann');
  const app = await renderApp(practice, address);
  await expect.element(deskOf('Ann Lee')).toBeVisible();
  return app;
}
/** The part of the app with this key is loaded after the desk is shown. */
const switchByKeys = () =>
  waitUntil(async () => {
    await userEvent.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
    await expect.element(heading, { timeout: 500 }).toBeVisible();
  });

test('Switch person shows the names at once on any page and over any dialog, and the last person comes first', async () => {
  await annAt('/appointments');
  await switchByKeys();
  await expect.element(nameButton('Ann Lee')).toHaveFocus();
  await nameButton('Bob Ray').click();
  await userEvent.keyboard('594013{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('tab', { name: 'Shortcuts' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Help' })).toHaveTextContent('Switch person');
  await switchByKeys();
  await expect.element(nameButton('Bob Ray')).toHaveFocus();
  expect(page.getByRole('dialog').query()).toBeNull();
  expect(page.getByRole('button', { name: /^(?:Ann|Bob)/ }).elements()).toHaveLength(2);
  expect(nameButton('Bob Ray').element().compareDocumentPosition(nameButton('Ann Lee').element())).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const ends = practice.requests.filter(({ name }) => name === 'DELETE /desk/session');
  expect(ends).toHaveLength(2);
});

test('Switch person works without a network', async () => {
  await annAt('/');
  const cut = () => Promise.reject(new TypeError('Failed to fetch'));
  const ends = ['DELETE /desk/session', 'GET /desk/session'].map((name) => practice.answer(name, cut));
  await deskOf('Ann Lee').click();
  await page.getByRole('button', { name: 'Switch person' }).click();
  await expect.element(nameButton('Ann Lee')).toBeVisible();
  await expect.element(page.getByText(/^You are signed out here, but Frontdesk can’t be reached/)).toBeVisible();
  for (const end of ends) end();
  await nameButton('Ann Lee').click();
  await userEvent.keyboard('284617{Enter}');
  await expect.element(deskOf('Ann Lee')).toBeVisible();
});

test('a typed PIN is gone once it was accepted, even if its person leaves before the desk has loaded', async () => {
  const companies = practice.hold('GET /v1/companies');
  await renderApp(practice, '/');
  await nameButton('Bob Ray').click();
  await userEvent.keyboard('594013{Enter}');
  await expect.element(deskOf('Bob Ray')).toBeVisible();
  expect(pin.query()).toBeNull();
  await switchByKeys();
  await expect.element(nameButton('Bob Ray')).toBeVisible();
  companies.end();
});

test('Switch person is available as a command in the search', async () => {
  await annAt('/');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('switch');
  await page.getByRole('option', { name: /Switch person/ }).click();
  await expect.element(heading).toBeVisible();
});

test('a person without a PIN in this browser finds it in the menu', async () => {
  letSignIn(practice, [{ person: 'cleo', name: 'Cleo Park' }]).signIn('cleo');
  await renderApp(practice, '/');
  await deskOf('Cleo Park').click();
  await page.getByRole('link', { name: 'Set a PIN to switch without your key' }).click();
  await expect.element(page.getByRole('region', { name: 'My PIN' })).toBeInViewport();
});

const cleoChooses = async (name: string) => {
  await deskOf('Cleo Park').click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name, exact: true }).click();
};

test('Switch person asks a person without a PIN first, and leads to setting one', async () => {
  letSignIn(practice, [ann, bob, { person: 'cleo', name: 'Cleo Park' }]).signIn('cleo');
  await renderApp(practice, '/');
  const question = page.getByRole('dialog', { name: 'Switch person' });
  await cleoChooses('Switch person');
  await expect.element(question).toHaveTextContent('To come back, you need your sign-in key.');
  await question.getByRole('button', { name: 'Set a PIN' }).click();
  await expect
    .element(page.getByRole('region', { name: 'My PIN' }).getByLabelText('Your sign-in key'))
    .toBeInViewport();
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  pause();
  await cleoChooses('Switch person');
  await question.getByRole('button', { name: 'Switch anyway' }).click();
  await expect.element(heading).toBeVisible();
});

test('Sign out does not ask a person without a PIN', async () => {
  letSignIn(practice, [ann, bob, { person: 'cleo', name: 'Cleo Park' }]).signIn('cleo');
  await renderApp(practice, '/');
  await cleoChooses('Sign out');
  await expect.element(heading).toBeVisible();
});

test('a desk that has not been used for fifteen minutes locks, and opens with the last person’s PIN', {
  tags: 'smoke',
}, async () => {
  await annAt('/');
  await waitUntil(() => expect(localStorage.getItem('frontdesk.used')).not.toBeNull());
  const setUsedAt = (minutesAgo: number) =>
    localStorage.setItem('frontdesk.used', String(Date.now() - minutesAgo * 60_000));
  setUsedAt(14);
  window.dispatchEvent(new Event('focus'));
  expect(deskOf('Ann Lee').query()).not.toBeNull();
  setUsedAt(15);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(nameButton('Ann Lee')).toHaveFocus();
  await nameButton('Ann Lee').click();
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('284617{Enter}');
  await expect.element(deskOf('Ann Lee')).toBeVisible();
  // Recorded by an effect, after the desk was drawn.
  await expect.poll(() => Number(localStorage.getItem('frontdesk.used'))).toBeGreaterThan(Date.now() - 60_000);
});

test('a browser without a PIN does not lock', async () => {
  letSignIn(practice, [{ person: 'cleo', name: 'Cleo Park' }]).signIn('cleo');
  localStorage.setItem('frontdesk.used', '0');
  await renderApp(practice, '/');
  await expect.element(deskOf('Cleo Park')).toBeVisible();
  await waitUntil(() => expect(localStorage.getItem('frontdesk.used')).toBeNull());
});

test('a person is told of the wrong PINs that somebody typed for them since they were last here', async () => {
  await renderApp(practice, '/');
  await nameButton('Ann Lee').click();
  for (const [wrong, left] of [
    ['111111', 4],
    ['222222', 3],
    ['333333', 2],
  ] as const) {
    await userEvent.keyboard(`${wrong}{Enter}`);
    await expect.element(alert).toHaveTextContent(`Wrong PIN. ${left} tries left.`);
  }
  await userEvent.keyboard('284617{Enter}');
  await expect.element(deskOf('Ann Lee')).toBeVisible();
  const told = page.getByText('3 wrong PINs since you were last here');
  await expect.element(told).toBeVisible();
  await page.getByLabelText('Close notice').click();
  await switchByKeys();
  await expect.element(nameButton('Ann Lee')).toHaveFocus();
  await nameButton('Ann Lee').click();
  await userEvent.keyboard('284617{Enter}');
  await expect.element(deskOf('Ann Lee')).toBeVisible();
  expect(page.getByText(/wrong PINs? since/).query()).toBeNull();
});

test('what was typed is there again after the gateway has ended the session of an unused desk', async () => {
  practice = emptyDay();
  people = letSignIn(practice, [ann, bob]);
  people.signIn('ann');
  await openForm(practice);
  await text('Notes').fill('the owner calls back');
  people.signIn(null);
  window.dispatchEvent(new StorageEvent('storage', { key: 'frontdesk.person' }));
  await nameButton('Ann Lee').click();
  await userEvent.keyboard('284617{Enter}');
  await page.getByRole('button', { name: 'New appointment' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(text('Notes')).toHaveValue('the owner calls back');
  expect(practice.creates()).toEqual([]);
});
