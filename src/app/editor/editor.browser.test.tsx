import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { pause } from '#testing/press-pause.ts';
import { createSampleItems, renderSampleKind } from '#testing/sample-kind.tsx';
import { later, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const form = page.getByRole('form');
const field = (name: string) => form.getByLabelText(name);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () =>
  page
    .getByRole('list', { name: 'Devices' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('bdi')?.textContent);
const failRequest = () => {
  throw new TypeError('The connection was lost.');
};

/** Holds requests until the returned function is called. */
function holdRequests(system: ReturnType<typeof createSampleItems>): () => void {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  system.before = () => waiting;
  return release;
}

test('shows problems after blur or on save, and moves the focus to the first', async () => {
  const system = createSampleItems(['Scale', 'Lamp']);
  await renderSampleKind(system);
  await button('New device').click();
  await expect.element(field('Name')).toHaveFocus();
  await userEvent.keyboard('lamp');
  expect(form.getByText('This name is taken.').query()).toBeNull();
  await userEvent.tab();
  await expect.element(form.getByText('This name is taken.')).toBeVisible();
  await field('Name').fill('Pump');
  await field('Phone').fill('no');
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByText('Enter a phone number.')).toBeVisible();
  await expect.element(field('Phone')).toHaveFocus();
  expect(system.sent).toEqual([]);
  await field('Phone').fill(' 0171 234 ');
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(rows()).toEqual(['Scale', 'Lamp', 'Pump']));
  expect(system.sent).toEqual([
    { method: 'POST', body: { companyId: 'company', name: 'Pump', phone: '0171 234', size: 'small' } },
  ]);
  await expect.element(button('New device')).toHaveFocus();
});

test('sends only changed fields, shows a note about the consequences, and updates the row', {
  tags: 'smoke',
}, async () => {
  const system = createSampleItems(['Scale']);
  await renderSampleKind(system);
  await button('Edit ⁨Scale⁩').click();
  await form.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: 'large' }).click();
  await expect.element(form.getByText('It takes two to carry it.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'In use' }).click();
  await button('Save').click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('none · Put away');
  expect(system.sent).toEqual([{ method: 'PATCH', body: { companyId: 'company', size: 'large', isActive: false } }]);
});

test('input survives Escape, a reload and an error, and Cancel discards it', async () => {
  const system = createSampleItems(['Scale']);
  const { unmount } = await renderSampleKind(system);
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('Balance');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await expect.element(button('Continue editing ⁨Scale⁩')).toHaveFocus();
  await unmount();

  await renderSampleKind(system);
  await button('Continue editing ⁨Scale⁩').click();
  await expect.element(field('Name')).toHaveValue('Balance');
  system.before = async () => failRequest();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('alert')).toHaveTextContent('Not saved. What you typed is still here.');
  await expect.element(field('Name')).toHaveValue('Balance');
  system.before = async () => {};
  await button('Try again').click();
  await waitUntil(() => expect(rows()).toEqual(['Balance']));
  expect(page.getByText('Unsaved changes').query()).toBeNull();

  await button('New device').click();
  await field('Name').fill('Pump');
  await button('Cancel').click();
  await expect.element(button('New device')).toBeVisible();
  expect(page.getByText('Unsaved draft').query()).toBeNull();
});

test('input is hidden from other people, and still there when its author is back', async () => {
  const system = createSampleItems(['Scale']);
  const { unmount } = await renderSampleKind(system, { person: 'ada' });
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('Balance');
  await unmount();
  const other = await renderSampleKind(system, { person: 'bram' });
  pause();
  await button('Edit ⁨Scale⁩').click();
  await expect.element(field('Name')).toHaveValue('Scale');
  await other.unmount();
  await renderSampleKind(system, { person: 'ada' });
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
});

test('a create whose answer is lost is repeated with the same key, and creates nothing twice', {
  tags: 'smoke',
}, async () => {
  stopClock();
  const system = createSampleItems([]);
  await renderSampleKind(system);
  await button('New device').click();
  await field('Name').fill('Pump');
  system.after = failRequest;
  await userEvent.keyboard('{Enter}');
  await later(() => expect(button('Checking whether it was saved…').query()).not.toBeNull());
  // The sent values cannot be edited until the result is certain.
  await field('Name').fill('Pump 2');
  await expect.element(field('Name')).toHaveValue('Pump');
  await later(() =>
    expect(form.getByText('We couldn’t confirm that it was saved.', { exact: false }).query()).not.toBeNull(),
  );
  system.after = () => {};
  await button('Try again').click();
  await later(() => expect(rows()).toEqual(['Pump']));
  expect(system.items).toHaveLength(1);
  expect(page.getByRole('form').query()).toBeNull();
});

test('a late answer does not close another form, and anything typed since then stays', async () => {
  const system = createSampleItems(['Scale', 'Lamp']);
  await renderSampleKind(system);
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('Balance');
  const release = holdRequests(system);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(system.sent).toHaveLength(1));
  await field('Phone').fill('0171 234');
  await button('Edit ⁨Lamp⁩').click();
  release();
  await waitUntil(() => expect(system.items[0]?.name).toBe('Balance'));
  await expect.element(button('Continue editing ⁨Balance⁩')).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Lamp');
});

test('without versions, a colleague’s change of another field is preserved without asking', async () => {
  const system = createSampleItems(['Scale']);
  await renderSampleKind(system);
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('Balance');
  system.change('d0', { name: 'Theirs', phone: '0171 234' });
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(rows()).toEqual(['Balance']));
  expect(system.items[0]).toMatchObject({ name: 'Balance', phone: '0171 234' });
});

test('a colleague’s change of the same field is shown next to mine before it is overwritten', {
  tags: 'smoke',
}, async () => {
  const system = createSampleItems(['Scale']);
  await renderSampleKind(system, { versioned: true });
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('Mine');
  await field('Phone').fill('0171 1');
  system.change('d0', { name: 'Theirs', phone: '0171 2', size: 'large' });
  await userEvent.keyboard('{Enter}');
  const conflict = form.getByRole('status');
  await expect.element(conflict.first()).toHaveTextContent('A colleague changed “Name” to ⁨Theirs⁩.');
  await expect.element(field('Name')).toHaveValue('Mine');
  await expect.element(conflict.nth(1)).toHaveTextContent('A colleague changed “Phone” to ⁨0171 2⁩.');
  // Fields that only the colleague changed are updated.
  await expect.element(form.getByRole('combobox', { name: 'Size' })).toHaveTextContent('large');
  await conflict.nth(1).getByRole('button', { name: 'Use theirs' }).click();
  await expect.element(field('Phone')).toHaveValue('0171 2');
  await button('Save').click();
  await waitUntil(() => expect(rows()).toEqual(['Mine']));
  expect(system.items[0]).toMatchObject({ name: 'Mine', phone: '0171 2', size: 'large' });
  expect(system.sent.at(-1)?.body).toEqual({
    companyId: 'company',
    expectedUpdatedAt: expect.any(String),
    name: 'Mine',
  });
});

test('a colleague’s change of other fields does not delay saving', async () => {
  const system = createSampleItems(['Scale']);
  await renderSampleKind(system, { versioned: true });
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('Mine');
  system.change('d0', { phone: '0171 2' });
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(rows()).toEqual(['Mine']));
  expect(system.items[0]).toMatchObject({ name: 'Mine', phone: '0171 2' });
});

test('rows move by keyboard immediately, and keep the focus', async () => {
  const system = createSampleItems(['Scale', 'Lamp', 'Pump']);
  await renderSampleKind(system);
  const up = button('Move ⁨Pump⁩ up');
  await expect.element(up).toBeVisible();
  (up.element() as HTMLElement).focus();
  const release = holdRequests(system);
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(rows()).toEqual(['Scale', 'Pump', 'Lamp']));
  await expect.element(page.getByText('⁨Pump⁩ is now 2 of 3')).toBeInTheDocument();
  await expect.element(up).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(rows()).toEqual(['Pump', 'Scale', 'Lamp']));
  release();
  await waitUntil(() => expect(system.items.map(({ name }) => name)).toEqual(['Pump', 'Scale', 'Lamp']));
  await expect.element(up).toHaveAttribute('aria-disabled', 'true');
});

test('an unsupported operation has no button, and an unsupported field is not shown', async () => {
  const system = createSampleItems(['Scale', 'Lamp']);
  const view = await renderSampleKind(system, {
    lacks: { operations: ['createDevice'], fields: ['phone', 'position'] },
  });
  await button('Edit ⁨Scale⁩').click();
  await expect.element(field('Name')).toBeVisible();
  expect(field('Phone').query()).toBeNull();
  expect(page.getByRole('button', { name: /New device|Move/ }).query()).toBeNull();
  await view.unmount();
  await renderSampleKind(system, { lacks: { operations: ['changeDevice'] } });
  await expect.element(button('New device')).toBeVisible();
  expect(page.getByRole('button', { name: /Edit|Move/ }).query()).toBeNull();
});

test('list and form are accessible, on a phone and right to left, too', async () => {
  onTestFinished(async () => {
    document.documentElement.dir = 'ltr';
    await page.viewport(1280, 800);
  });
  const system = createSampleItems(['Scale', `Lamp ${'of the practice '.repeat(8)}`, 'Incredibly'.repeat(19)]);
  system.change('d1', { isActive: false, phone: '0171 234' });
  await renderSampleKind(system, { versioned: true });
  await expectAccessible('list');
  await button('Edit ⁨Scale⁩').click();
  await field('Name').fill('');
  system.change('d0', { name: 'Incredibly'.repeat(19) });
  await userEvent.keyboard('{Enter}');
  await field('Name').fill('Mine');
  await button('Save').click();
  await expect.element(form.getByRole('status')).toBeVisible();
  await expectAccessible('form');
  await page.viewport(390, 844);
  for (const dir of ['rtl', 'ltr']) {
    document.documentElement.dir = dir;
    await waitUntil(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390));
  }
});
