import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice, type ManagedPractice } from '#testing/management-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ADDRESS = '/practice?part=messages';
const main = page.getByRole('region', { name: 'Messages' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = () => page.getByRole('textbox', { name: 'Text' });
const example = page.getByRole('region', { name: 'Example' });

/** A practice on a Wednesday at noon in New York with two appointments on the next day, whose clients have an e-mail address. */
function practiceOnWednesday(): ManagedPractice {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-03T16:20:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createManagedPractice({ appointments: 0 });
  for (const client of practice.clients) Object.assign(client, { email: 'anna@example.com', phone: '+1 902 555 0147' });
  const [first] = practice.pets;
  const other = practice.pets.find(({ clientId }) => clientId !== first?.clientId);
  for (const [pet, hour] of [
    [first, 14],
    [other, 16],
  ] as const)
    practice.add({
      ...{ start: `2026-06-04T${hour}:00:00.000Z`, end: `2026-06-04T${hour}:30:00.000Z`, status: 'confirmed' },
      ...{ petId: pet?.id ?? '', clientId: pet?.clientId ?? '', createdAt: '2026-05-20T12:00:00.000Z' },
    });
  return practice;
}

async function open(practice: ManagedPractice) {
  const app = await renderApp(practice, ADDRESS);
  await app.settled();
  return app;
}

test('messages are off at first; what would leave is said, and one press switches them on with what was typed', {
  tags: 'smoke',
}, async () => {
  const practice = practiceOnWednesday();
  await open(practice);
  await expect.element(main.getByText('Messages are off')).toBeVisible();
  await expect
    .element(main.getByText('If you switch messages on now, these will be sent by the end of tomorrow: 2 reminders.'))
    .toBeVisible();
  await expect
    .element(main.getByRole('link', { name: 'Show' }))
    .toHaveAttribute('href', expect.stringContaining('from=2026-06-04'));
  await expect.element(main.getByText('Set up on this server').first()).toBeVisible();
  await expectAccessible('messages that are off');
  await page.getByRole('combobox', { name: 'Reminder is sent' }).click();
  await page.getByRole('option', { name: '2 days before' }).click();
  await button('Save and switch on').click();
  await expect.element(main.getByText('Messages are on')).toBeVisible();
  expect(practice.messages.settings).toMatchObject({ isOn: true, reminder: { isOn: true, hoursBefore: 48 } });
  await expect.element(button('Save')).not.toBeInTheDocument();
});

test('a text of one’s own is filled in while it is typed, its faults are named, and the standard text comes back', async () => {
  const practice = practiceOnWednesday();
  await open(practice);
  await expect.element(example.getByText(/What .* would get/)).toBeVisible();
  await page.getByRole('radio', { name: 'SMS' }).click();
  await text().fill('Please bring {dog} to {store}');
  await expect.element(page.getByText('{dog} is not a placeholder.')).toBeVisible();
  await button('Save').click();
  await expect.element(text()).toHaveFocus();
  expect(practice.messages.settings.texts).toEqual([]);
  await text().fill('Please bring ');
  await button('Pet').click();
  await expect.element(text()).toHaveValue('Please bring {pet}');
  await expect.element(text()).toHaveFocus();
  const filled = `Please bring ${practice.pets[0]?.name}`;
  await expect.element(example.getByText(filled, { exact: true })).toBeVisible();
  await expect.element(example.getByText(`${filled.length} characters, 1 SMS`)).toBeVisible();
  await text().fill('ж'.repeat(269));
  await expect
    .element(page.getByText('Too long for an SMS: 269 characters, not counting placeholders. At most 268 fit.'))
    .toBeVisible();
  await text().fill('Please bring {pet}');
  pause();
  await button('Save').click();
  await waitUntil(() =>
    expect(practice.messages.settings.texts).toEqual([
      { kind: 'reminder', channel: 'sms', language: 'en', subject: null, body: 'Please bring {pet}' },
    ]),
  );
  expect(practice.messages.settings.isOn).toBe(false);
  pause();
  await button('Use the standard text').click();
  await expect.element(page.getByText('Standard text', { exact: true })).toBeVisible();
  pause();
  await button('Save').click();
  await waitUntil(() => expect(practice.messages.settings.texts).toEqual([]));
});

test('what is typed survives another page; a colleague’s change is kept, or shown before it is overwritten', async () => {
  const practice = practiceOnWednesday();
  const { router } = await open(practice);
  const earliest = page.getByRole('textbox', { name: 'Not before' });
  await earliest.fill('9:00');
  await router.navigate({ to: '/clients' });
  await router.navigate({ to: '/practice', search: { part: 'messages' } });
  await expect.element(earliest).toHaveValue('9:00');
  const { settings } = practice.messages;
  const changeElsewhere = (changes: Partial<typeof settings>) =>
    Object.assign(settings, changes, { updatedAt: new Date(Date.parse(settings.updatedAt) + 1000).toISOString() });
  changeElsewhere({ latest: '18:00' });
  await button('Save').click();
  await waitUntil(() => expect(settings).toMatchObject({ earliest: '09:00', latest: '18:00' }));
  await expect.element(page.getByRole('textbox', { name: 'Not after' })).toHaveValue('18:00');
  await earliest.fill('10:00');
  changeElsewhere({ earliest: '07:00' });
  pause();
  await button('Save').click();
  await expect.element(page.getByText(/A colleague changed “Not before” to 0?7:00/)).toBeVisible();
  await expect.element(earliest).toHaveValue('10:00');
  expect(settings.earliest).toBe('07:00');
  pause();
  await button('Save').click();
  await waitUntil(() => expect(settings.earliest).toBe('10:00'));
});

test('without a way to reach clients they cannot be switched on, and it says how to set one up; a demo sends nothing', async () => {
  const practice = practiceOnWednesday();
  practice.messages.settings.channels = [];
  const { leave } = await open(practice);
  await expect.element(button('Switch on')).toBeDisabled();
  await expect.element(page.getByText(/Ask whoever runs the server to set .SMTP_URL. and .MAIL_FROM./)).toBeVisible();
  await leave();
  practice.session.demo = true;
  await open(practice);
  await expect.element(page.getByText(/This is a demo, so nothing is sent./)).toBeVisible();
  await button('Switch on').click();
  await expect.element(button('Switch off')).toBeVisible();
  pause();
  await button('Switch off').click();
  await expect.element(button('Switch on')).toBeVisible();
});

test('Due again is switched on with its lead time, after saying how many pets are due; its text has an example', async () => {
  const practice = practiceOnWednesday();
  Object.assign(practice.messages.settings, { isOn: true, due: { isOn: false, daysBefore: 14 } });
  // The first two pets have an appointment.
  for (const [index, dueOn] of ['2026-05-20', '2026-06-10', '2026-07-30'].entries())
    practice.recalls.add({ dueOn, petId: practice.pets[index + 2]?.id ?? '' });
  await open(practice);
  const dueAgain = page.getByRole('checkbox', { name: /^Due again/ });
  await expect.element(dueAgain).not.toBeChecked();
  expect(page.getByText(/due at the moment/).elements()).toEqual([]);
  await dueAgain.click();
  await expect.element(page.getByText(/^2 pets are due at the moment/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Sent when a pet is due again' }).click();
  await page.getByRole('option', { name: '60 days before' }).click();
  await expect.element(page.getByText(/^3 pets are due at the moment/)).toBeVisible();
  pause();
  await button('Save').click();
  await waitUntil(() => expect(practice.messages.settings.due).toEqual({ isOn: true, daysBefore: 60 }));
  await expect.element(page.getByText(/due at the moment/)).not.toBeInTheDocument();
  pause();
  await page.getByRole('radio', { name: 'Due again' }).click();
  await expect.element(example.getByText(`${practice.pets[0]?.name} is due again on`).first()).toBeVisible();
});
