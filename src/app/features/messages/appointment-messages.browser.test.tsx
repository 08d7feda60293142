import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const CLIENT = idOf(5, 1);
const at = (hour: number) => new Date(Date.parse(`${DAY}T04:00:00Z`) + hour * 3_600_000).toISOString();
const details = page.getByRole('complementary', { name: 'Appointment' });
const messages = details.getByRole('region', { name: 'Messages' });
const button = (name: string) => messages.getByRole('button', { name });

/** Bella has an appointment at ten; it is eight, messages are on, and her client has an e-mail address. */
function practiceOfDay() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(8)) });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  practice.messages.settings.isOn = true;
  Object.assign(practice.clients.find(({ id }) => id === CLIENT) ?? {}, { email: 'ann@example.com', phone: null });
  const appointment = practice.add({
    ...{ petId: idOf(4, 1), storeId: STORE, roomId: idOf(3, 11), status: 'confirmed', start: at(10), end: at(10.5) },
  });
  const open = () => openBoard(practice, `/?store=${STORE}&view=rooms&date=${DAY}&appointment=${appointment.id}`);
  const sends = () => practice.requests.filter(({ name }) => name === 'POST /v1/messages');
  return { practice, appointment, open, sends };
}

test('the details list what went to the client, how it ended, and what it would say now', {
  tags: 'smoke',
}, async () => {
  const { practice, appointment, open } = practiceOfDay();
  const add = (more: object) => practice.messages.add({ appointmentIds: [appointment.id], ...more });
  add({ kind: 'confirmation', status: 'failed', reason: 'no_such_address', to: 'an@example.com', createdAt: at(-30) });
  add({ createdAt: at(-14) });
  await open();
  const rows = messages.getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(2);
  await expect.element(rows.nth(0)).toHaveTextContent(/Reminder.*Tue 2 Jun, 10:00.*Sent.*ann@example.com/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Confirmation.*Not delivered: no such address.*an@example.com/);
  await rows.nth(0).getByRole('button', { name: 'Show text' }).click();
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(/How this message would read now.*Bella has an appointment on Wednesday/);
});

test('the answer to a request from the web site is listed, without a text to show', async () => {
  const { practice, appointment, open } = practiceOfDay();
  practice.messages.add({ appointmentIds: [appointment.id], createdAt: at(-1) });
  practice.messages.add({ appointmentIds: [appointment.id], kind: 'request_booked', to: 'anna@example.com' });
  await open();
  const rows = messages.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Request booked.*Sent.*anna@example.com/);
  const shows = (nth: number) => rows.nth(nth).getByRole('button', { name: 'Show text' }).elements().length;
  expect([shows(0), shows(1)]).toEqual([0, 1]);
});

test('a message is sent by one press, after what it would say, and once although its response was lost', {
  tags: 'smoke',
}, async () => {
  const { practice, open, sends } = practiceOfDay();
  await open();
  await button('Send now…').click();
  await expect.element(messages.getByRole('figure')).toHaveTextContent(/Bella has an appointment/);
  await expect.element(messages.getByText('ann@example.com')).toBeVisible();
  let isFirst = true;
  practice.answer('POST /v1/messages', (_, usual) => {
    const answer = usual();
    if (!isFirst) return answer;
    isFirst = false;
    throw new TypeError('lost');
  });
  pause();
  await button('Send reminder').click();
  await expect.element(messages.getByRole('listitem')).toHaveTextContent(/Reminder.*Sent/);
  expect(practice.messages.messages).toHaveLength(1);
  expect(new Set(sends().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  await expect.element(button('Send now…')).toBeVisible();
});

test('a message that the practice system refuses meanwhile says why', async () => {
  const { practice, open } = practiceOfDay();
  await open();
  await button('Send now…').click();
  await expect.element(button('Send reminder')).toBeEnabled();
  practice.messages.settings.isOn = false;
  pause();
  await button('Send reminder').click();
  await expect.element(messages.getByText('Nothing is sent: messages are off.').first()).toBeVisible();
  expect(practice.messages.messages).toEqual([]);
});

test('a cancellation can be sent as soon as the appointment is cancelled, though it was being saved for a while', async () => {
  const { practice, appointment, open } = practiceOfDay();
  await open();
  await expect.element(button('Send now…')).toBeVisible();
  let save = () => {};
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  practice.answer(`PATCH /v1/appointments/${appointment.id}`, async (_request, respond) => {
    await saved;
    return respond();
  });
  await details.getByRole('button', { name: 'Cancel appointment' }).click();
  const previews = () => practice.requests.filter(({ name }) => name === 'POST /v1/messages/preview');
  await expect.poll(() => previews().at(-1)?.body).toMatchObject({ kind: 'cancellation' });
  save();
  pause();
  await button('Send now…').click();
  await expect.element(button('Send cancellation')).toBeEnabled();
  await expect.element(messages.getByText(/^Nothing is sent/)).not.toBeInTheDocument();
});

const reasons = [
  ['off', /messages are off/, (p: Practice) => Object.assign(p.messages.settings, { isOn: false })],
  [
    'off for the type',
    /off for this visit type/,
    (p: Practice) => Object.assign(p.types[0] ?? {}, { isMessaged: false }),
  ],
  [
    'without address',
    /no e-mail address or phone/,
    (p: Practice) => Object.assign(p.clients[0] ?? {}, { email: null }),
  ],
  ['opted out', /opted out of messages/, (p: Practice) => Object.assign(p.clients[0] ?? {}, { contactBy: 'none' })],
  ['dead', /the pet has died/, (p: Practice) => Object.assign(p.pets[0] ?? {}, { deceasedOn: '2026-06-01' })],
  [
    'inactive',
    /client or the pet is inactive/,
    (p: Practice) => Object.assign(p.clients[0] ?? {}, { isActive: false }),
  ],
  [
    'in the demo',
    /this is a demo/,
    (p: Practice) => {
      Object.assign(p.messages.settings, { isOn: false });
      Object.assign(p.session, { demo: true });
    },
  ],
] as const;
type Practice = ReturnType<typeof createPracticeInMemory>;

test.each(reasons)('nothing goes: %s', async (_, text, change) => {
  const { practice, open } = practiceOfDay();
  change(practice);
  await open();
  await expect.element(messages.getByText(text)).toBeVisible();
  expect(button('Send now…').elements()).toEqual([]);
});

test('what a client says on the telephone is noted at once, with a note', async () => {
  const { practice, appointment, open } = practiceOfDay();
  await open();
  const held = practice.hold(`POST /v1/client-answers/${appointment.id}`);
  await button('Wants another time').click();
  await expect.element(messages.getByText('not saved yet')).toBeVisible();
  held.letGo();
  held.end();
  await waitUntil(() => expect(messages.element().textContent).toMatch(/Wed 3 Jun/));
  await waitUntil(async () => expect((await blockOf(appointment.id)).dataset['mark']).toBe('another-time'));
  pause();
  await button('Add note').click();
  await messages.getByRole('textbox', { name: 'Note' }).fill('Only on Fridays');
  await button('Save').click();
  await expect.element(messages.getByText('Only on Fridays')).toBeVisible();
  await expect.poll(() => practice.messages.answers.get(appointment.id)?.note).toBe('Only on Fridays');
  pause();
  await button('Client confirmed').click();
  await waitUntil(async () => expect((await blockOf(appointment.id)).dataset['mark']).toBe('confirmed'));
  await expect.poll(() => practice.messages.answers.get(appointment.id)?.answer).toBe('confirmed');
});

test('who may only look sees messages and answers, but sends and notes nothing', async () => {
  const { practice, appointment, open } = practiceOfDay();
  Object.assign(practice.session, { canWrite: false });
  practice.messages.add({ appointmentIds: [appointment.id] });
  practice.messages.answer(appointment.id, 'another_time', 'Later, please');
  await open();
  await expect.element(messages.getByText('Later, please')).toBeVisible();
  await expect.element(messages.getByRole('listitem')).toHaveTextContent(/Reminder/);
  expect(
    messages
      .getByRole('button')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Show text']);
});

test('a past appointment about which nothing was sent says nothing', async () => {
  const { practice, appointment, open } = practiceOfDay();
  practice.change(appointment.id, { status: 'completed' });
  const { settled } = await open();
  await settled();
  await expect.element(details.getByText('Bella').first()).toBeVisible();
  expect(messages.elements()).toEqual([]);
});

test('the client’s page has all messages, each with its appointment, page by page', async () => {
  const { practice, appointment } = practiceOfDay();
  for (let nth = 0; nth < 60; nth += 1)
    practice.messages.add({ appointmentIds: [appointment.id], createdAt: at(-24 * nth - 1) });
  const { address } = await renderApp(practice, `/clients/${CLIENT}`);
  const list = page.getByRole('region', { name: 'Messages' });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(50);
  await list.getByRole('button', { name: 'Earlier messages' }).click();
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(60);
  pause();
  await list
    .getByRole('link', { name: /Bella.*10:00/ })
    .first()
    .click();
  await expect.element(details).toBeVisible();
  expect(address()).toContain(`appointment=${appointment.id}`);
});
