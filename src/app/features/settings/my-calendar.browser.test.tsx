import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letSignIn } from '#testing/people-in-memory.ts';
import { errorResponse } from '#testing/practice-extensions.ts';
import { createPracticeInMemory, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { idOf } from '#testing/sample-practice.ts';

const part = page.getByRole('region', { name: 'My calendar elsewhere' });
const create = part.getByRole('button', { name: 'Create address' });
const names = part.getByRole('checkbox', { name: 'Show the names of pets and clients' });
const rows = part.getByRole('listitem');

/** The settings of the first employee, signed in. */
async function settingsOf(prepare: (practice: PracticeInMemory) => void = () => undefined) {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  letSignIn(practice, [{ person: 'ada', name: 'Ada Okafor' }]).signIn('ada');
  prepare(practice);
  await renderApp(practice, '/settings');
  const sent = () =>
    practice.requests
      .filter(({ name }) => /^(?:POST|DELETE) \/v1\/feeds/.test(name))
      .map(({ name, body }) => [name, body]);
  return { practice, sent };
}

test('an address is created, shown once with Copy, listed, and ended after a question', { tags: 'smoke' }, async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { practice, sent } = await settingsOf();
  await expect.element(part).toHaveTextContent('No address yet.');
  await create.click();
  await expect.element(part.getByRole('status')).toHaveTextContent('Copy the address now: it is shown only once.');
  await part.getByRole('button', { name: 'Copy' }).click();
  expect(copied).toHaveBeenCalledWith(expect.stringMatching(/^https:\/\/vets\.example\/feeds\/\w{43}\.ics$/));
  await expect.element(rows).toHaveTextContent(/Created .*without names.*not read yet/);
  const companyId = practice.company.id;
  expect(sent()).toEqual([['POST /v1/feeds', { companyId, employeeId: idOf(6, 1) }]]);

  const end = part.getByRole('button', { name: /^Delete the address/ });
  await end.click();
  const question = part.getByRole('group', { name: /^Created/ });
  await expect
    .element(question)
    .toHaveTextContent('Programs that use this address will no longer get your appointments.');
  expect(practice.feeds.feeds).toHaveLength(1);
  pause();
  await question.getByRole('button', { name: 'Delete address' }).click();
  await expect.element(part).toHaveTextContent('No address yet.');
  expect(part.getByRole('status').query()).toBeNull();
  expect(practice.feeds.feeds).toEqual([]);
});

test('an address has names only on wish, and when it was read is shown', async () => {
  const { practice, sent } = await settingsOf((prepared) => {
    prepared.feeds.add({ lastReadAt: '2026-06-03T12:15:00.000Z', withNames: true });
    // A manager sees those of colleagues and stores, too, but not here.
    prepared.feeds.add({ employeeId: idOf(6, 2) });
    prepared.feeds.add({ storeId: idOf(2, 1) });
  });
  await expect.element(rows).toHaveTextContent(/with names.*last read .*3 Jun 2026, 8:15/);
  await names.click();
  await create.click();
  await expect.element(rows.first()).toHaveTextContent(/with names.*not read yet/);
  const feed = { companyId: practice.company.id, employeeId: idOf(6, 1), withNames: true };
  expect(sent()).toEqual([['POST /v1/feeds', feed]]);
});

test('an address whose answer was lost is not created twice', async () => {
  const { practice } = await settingsOf();
  let isLost = true;
  practice.answer('POST /v1/feeds', (_, usual) => {
    const response = usual();
    if (!isLost) return response;
    isLost = false;
    throw new TypeError('network');
  });
  await create.click();
  await expect.element(part.getByRole('alert')).toHaveTextContent('The address couldn’t be created.');
  await expect.element(rows).toHaveTextContent('not read yet');
  pause();
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect.element(part.getByRole('alert')).toHaveTextContent('Delete it in the list above, and create another.');
  expect(practice.feeds.feeds).toHaveLength(1);
});

test('without a public address no address is created, and the reason is named', async () => {
  await settingsOf((practice) => {
    practice.feeds.server.publicUrl = null;
  });
  await create.click();
  await expect.element(part.getByRole('alert')).toHaveTextContent('Other programs can’t reach this server yet.');
  expect(part.getByRole('button', { name: 'Try again' }).query()).toBeNull();
});

test('addresses that could not be loaded or ended are tried again', async () => {
  let answerAgain = () => {};
  const { practice } = await settingsOf((prepared) => {
    prepared.feeds.add();
    answerAgain = prepared.answer('GET /v1/feeds', () => errorResponse(new ServiceError('internal_error', '')));
  });
  await expect.element(part.getByRole('alert')).toHaveTextContent('The addresses couldn’t be loaded.');
  answerAgain();
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows).toHaveTextContent('not read yet');
  const [feed] = practice.feeds.feeds;
  practice.answer(`DELETE /v1/feeds/${feed?.id}`, () => errorResponse(new ServiceError('internal_error', '')));
  await part.getByRole('button', { name: /^Delete the address/ }).click();
  pause();
  await part.getByRole('button', { name: 'Delete address' }).click();
  await expect.element(part.getByRole('alert')).toHaveTextContent('The address couldn’t be deleted.');
  expect(practice.feeds.feeds).toHaveLength(1);
});

test.each([
  ['a shared key', { access: 'shared' as const, person: null }],
  ['a key that may only read', { canWrite: false }],
  ['a practice system without feeds', { capabilities: {} }],
])('with %s there are no addresses', async (_, changes) => {
  await settingsOf(({ session }) => {
    Object.assign(session, changes);
  });
  await expect.element(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
  expect(part.query()).toBeNull();
});

test('a practice system without names, or a person who may not see them, gets no choice of names', async () => {
  await settingsOf(({ session }) => {
    const { listPets: _, ...capabilities } = session.capabilities;
    Object.assign(session, { capabilities });
  });
  await expect.element(create).toBeVisible();
  expect(names.query()).toBeNull();
});
