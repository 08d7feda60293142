import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shortDateText } from '#app/text/time-text.ts';
import type { Appointment } from '#contract/appointment.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { later, pass, stopClock } from '#testing/stopped-clock.ts';
import { waitUntil } from '#testing/wait-until.ts';

const main = page.getByRole('main');
const SEARCH = 'POST /v1/appointments/search';
const part = (name: string) => page.getByRole('region', { name, exact: true });
const lastHere = part('Last here');
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** The ids of the appointments linked in a section of the page. */
const linked = (name: string) =>
  part(name)
    .getByRole('link')
    .elements()
    .flatMap((link) => {
      const { search } = new URL(link.getAttribute('href') ?? '', location.href);
      return new URLSearchParams(search).get('appointment') ?? [];
    });

/** Saturday evening in New York, where the first store is closed until Monday at 8:00. */
const NOW = '2026-06-06T22:00:00.000Z';

function atNow() {
  vi.setSystemTime(NOW);
  onTestFinished(() => void vi.useRealTimers());
}

const hoursLater = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();

test('finding out when Bella was last here takes Ctrl K, four letters and Enter', async () => {
  const practice = createPracticeInMemory();
  // If the name is already known, there is no need to wait for the response.
  const { letGo } = practice.hold('GET /v1/pets');
  const { address } = await renderApp(practice, '/');
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toHaveAttribute('aria-busy', 'false');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('bell');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Looking… The first result will open.')).toBeVisible();
  letGo();
  const bella = practice.pets.find(({ name }) => name.startsWith('Bell'));
  await waitUntil(() => expect(address()).toContain(`/pets/`));
  await expect.element(page.getByRole('heading', { level: 1, name: bella?.name ?? '' })).toBeVisible();
  await expect.element(lastHere.getByRole('link')).toBeVisible();
  await waitUntil(() => expect(document.title).toBe('Pet · Frontdesk'));
});

test.each(['pets', 'clients'] as const)('the pages of %s lead back to Clients, which the rail marks', async (kind) => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { address } = await renderApp(practice, `/${kind}/${practice[kind][0]?.id}`);
  const rail = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(rail.getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('banner').getByRole('link', { name: 'Clients' }).click();
  await waitUntil(() => expect(address()).toMatch(/^\/clients\?/));
});

test('a pet’s page shows its last and next appointment, and links to its client and back', {
  tags: 'smoke',
}, async () => {
  atNow();
  const practice = createPracticeInMemory();
  const [bella] = practice.pets;
  const [ann] = practice.clients;
  if (!bella || !ann) throw new Error('the practice has pets and clients');
  Object.assign(ann, { phone: '+1 902 555 0100', email: 'ann@example.com' });
  const visit = (hours: number, status: Appointment['status']) =>
    practice.add({ petId: bella.id, start: hoursLater(hours), end: hoursLater(hours + 0.5), status }).id;
  const newest = visit(-2, 'completed');
  const missed = visit(-1, 'no_show');
  const cancelled = visit(1, 'cancelled');
  const next = visit(2, 'confirmed');
  const { address } = await renderApp(practice, `/pets/${bella.id}`);
  await expect.element(heading('Bella')).toBeVisible();
  await waitUntil(() => expect(linked('Last here')).toEqual([newest]));
  expect(linked('Next appointment')).toEqual([next]);
  expect(linked('Past appointments').slice(0, 2)).toEqual([missed, newest]);
  expect(linked('Past appointments')).toHaveLength(new Set(linked('Past appointments')).size);
  await expect
    .element(part('Client').getByRole('link', { name: '+1 902 555 0100' }))
    .toHaveAttribute('href', 'tel:+19025550100');

  await part('Client').getByRole('link', { name: 'Ann Lee' }).click();
  await waitUntil(() => expect(address()).toContain(`/clients/${ann.id}`));
  await waitUntil(() => expect(linked('Next appointments')).toContain(next));
  expect(linked('Next appointments')).not.toContain(cancelled);
  expect(linked('Cancelled upcoming appointments')).toContain(cancelled);
  await resizePage(390, 844);
  await waitUntil(() => expect(document.documentElement.scrollWidth).toBe(390));
  await part('Pets').getByRole('link', { name: 'Bella', exact: true }).first().click();
  await waitUntil(() => expect(linked('Next appointment')).toEqual([next]));
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('a new appointment from a pet’s page starts neither in the past nor while the store is closed', async () => {
  atNow();
  const practice = createPracticeInMemory({ appointments: 0 });
  const [bella] = practice.pets;
  practice.add({ petId: bella?.id ?? '', start: hoursLater(-9), end: hoursLater(-8), status: 'completed' });
  await renderApp(practice, `/pets/${bella?.id}`);
  await main.getByRole('button', { name: 'New appointment' }).click();
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveValue('Bella · dog · Ann Lee');
  await userEvent.fill(form.getByRole('combobox', { name: 'Visit type' }), 'vac');
  await userEvent.keyboard('{Tab}');
  await expect.element(form.getByLabelText('Date')).toHaveValue(shortDateText('2026-06-08'));
  await expect.element(form.getByRole('textbox', { name: 'Start' })).toHaveValue('08:00');
});

const offers = main.getByRole('button', { name: /^(New appointment|Book again)$/ });

test.each(['pets', 'clients'])('a person who may not book is told so on New appointment among the %s', async (list) => {
  const practice = createPracticeInMemory({ appointments: 0 });
  practice.session.canWrite = false;
  const [bella] = practice.pets;
  await renderApp(practice, list === 'pets' ? `/pets/${bella?.id}` : `/clients/${bella?.clientId}`);
  const newAppointment = main.getByRole('button', { name: 'New appointment' }).first();
  await expect.element(newAppointment).toHaveAttribute('aria-disabled', 'true');
  (newAppointment.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const panel = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(panel).toHaveTextContent('You can view appointments but not book');
  expect(panel.getByRole('combobox').elements()).toEqual([]);
});

test('a deceased or inactive pet is marked and gets no suggestions, but can still be booked', {
  tags: 'smoke',
}, async () => {
  atNow();
  const practice = createPracticeInMemory({ hasExtensions: true, appointments: 0 });
  const [bella, bello] = practice.pets;
  if (!bella || !bello) throw new Error('the practice has pets');
  Object.assign(bella, { deceasedOn: '2026-05-03', alert: 'Bites' });
  Object.assign(bello, { isActive: false, clientId: bella.clientId, clientName: bella.clientName });
  practice.add({ petId: bella.id, start: hoursLater(-12), end: hoursLater(-11), status: 'completed' });
  const { router } = await renderApp(practice, `/clients/${bella.clientId}`);
  await expect.element(part('Pets')).toHaveTextContent(/Belladied 3 May.*Bites/);
  await expect.element(part('Pets')).toHaveTextContent(/Belloinactive/);
  await router.navigate({ to: '/pets/$petId', params: { petId: bello.id } });
  await expect.element(main).toHaveTextContent('Bello: inactiveNo new appointment is suggested.');
  await router.navigate({ to: '/pets/$petId', params: { petId: bella.id } });
  await expect.element(main).toHaveTextContent('Bella: died 3 May, BitesNo new appointment is suggested.');
  await waitUntil(() => expect(linked('Past appointments')).toHaveLength(1));
  expect(offers.elements()).toEqual([]);
  await main.getByRole('button', { name: 'Book anyway' }).click();
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect.element(form.getByRole('combobox', { name: 'Pet' })).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(form.getByRole('list', { name: 'Alerts' })).toHaveTextContent('Bella: died 3 May, Bites');
});

test('nothing is suggested after a euthanasia, even if the practice system does not record deaths', async () => {
  atNow();
  const practice = createPracticeInMemory({ appointments: 0 });
  const [bella, bello] = practice.pets;
  if (!bella || !bello) throw new Error('the practice has pets');
  const visit = (hours: number, fields: Partial<Appointment>) =>
    practice.add({ start: hoursLater(hours), end: hoursLater(hours + 0.5), ...fields });
  visit(-12, { petId: bella.id, visitTypeCategory: 'euthanasia', status: 'completed' });
  const before = visit(-14, { petId: bella.id, status: 'completed' });
  const toCome = visit(12, { petId: bello.id, visitTypeCategory: 'euthanasia', status: 'confirmed' });
  const calledOff = visit(13, { petId: bello.id, visitTypeCategory: 'euthanasia', status: 'cancelled' });
  const { router } = await renderApp(practice, `/pets/${bella.id}`);
  await waitUntil(() => expect(linked('Past appointments')).toHaveLength(2));
  expect(offers.elements()).toEqual([]);
  const details = page.getByRole('complementary', { name: 'Appointment' });
  const again = details.getByRole('button', { name: 'Book again' });
  const open = async ({ id, start }: Appointment) => {
    await router.navigate({ to: '/', search: { store: [idOf(2, 1)], date: start.slice(0, 10), appointment: id } });
    await expect.element(details.getByRole('button', { name: 'More actions' })).toBeVisible();
    await expect.element(details.getByText('Last appointments')).toBeVisible();
  };
  await open(before);
  await expect.element(again).not.toBeInTheDocument();
  await open(toCome);
  await expect.element(again).not.toBeInTheDocument();
  await open(calledOff);
  await expect.element(again).toBeVisible();
});

test('an unknown pet or client has a page that says so', async () => {
  const unknown = '01234567-89ab-4def-8123-456789abcdef';
  const practice = createPracticeInMemory();
  const { router } = await renderApp(practice, `/pets/${unknown}`);
  await expect.element(heading('Pet not found')).toBeVisible();
  await router.navigate({ to: '/clients/$clientId', params: { clientId: unknown } });
  await expect.element(heading('Client not found')).toBeVisible();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect.element(page.getByRole('main', { name: 'Calendar' })).toBeVisible();
});

test('pets and clients are shown even if the practice system ignores the search', async () => {
  atNow();
  const practice = createPracticeInMemory({ appointments: 0 });
  const all = (data: readonly object[]) => () =>
    Response.json({ data, nextCursor: null, hasMore: false, totalCount: data.length });
  const bare = { id: 'only-an-id' };
  const pixel = { id: idOf(4, 1), name: 'Pixel', clientName: 'Ada Client', clientId: idOf(5, 1) };
  const ada = { id: idOf(5, 1), name: 'Ada Client', phone: '+1 902 555 0100', email: null };
  const bo = { id: idOf(5, 2), name: 'Bo Other', phone: '+1 902 555 0199' };
  practice.answer('GET /v1/pets', all([bare, pixel]));
  practice.answer('GET /v1/clients', all([bo, ada, bare]));
  const visit = (hours: number, fields: { petId?: string; clientId?: string } = {}) =>
    practice.add({ start: hoursLater(hours), end: hoursLater(hours + 0.5), ...fields }).id;
  const last = visit(-480);
  visit(-48, { petId: idOf(4, 2), clientId: bo.id });
  const next = visit(120);
  practice.answer(SEARCH, all(practice.appointments));
  await renderApp(practice, `/pets/${pixel.id}`);
  await expect.element(heading('Pixel')).toBeVisible();
  await expect.element(part('Client').getByRole('link', { name: ada.phone })).toBeVisible();
  expect(linked('Last here')).toEqual([last]);
  expect(linked('Next appointment')).toEqual([next]);
  expect(linked('Past appointments')).toEqual([last]);
  await part('Client').getByRole('link', { name: 'Ada Client' }).click();
  await expect.element(heading('Ada Client')).toBeVisible();
  await waitUntil(() => expect(linked('Next appointments')).toEqual([next]));
});

test('appointments that could not be loaded show why, with an error id, and can be retried', async () => {
  const practice = createPracticeInMemory();
  const data = { httpStatus: 400, suggestion: 'Ask the vendor.', errorInstanceId: 'e-77' };
  const restore = practice.answer(SEARCH, () =>
    Response.json({ type: 'SERVICE_ERROR', message: 'x', data }, { status: 400 }),
  );
  await renderApp(practice, `/pets/${practice.pets[0]?.id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'The appointments couldn’t be loaded.' });
  await expect.element(alert).toHaveTextContent('Ask the vendor.');
  await expect.element(alert.getByRole('button', { name: 'Copy error ID' })).toBeVisible();
  restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(lastHere.getByRole('link')).toBeVisible();
});

test('a rejected key shows whom to ask', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory();
  practice.answer(SEARCH, () => new Response('', { status: 401 }));
  await renderApp(practice, `/pets/${practice.pets[0]?.id}`);
  await expect.element(page.getByRole('alert').first()).toHaveTextContent(/Ask whoever looks after Frontdesk/);
});

test.each(['pets', 'clients'] as const)(
  'the page recovers when a practice system that rejected requests of %s accepts them again',
  async (kind) => {
    const practice = createPracticeInMemory();
    const restore = practice.answer(SEARCH, () => new Response('', { status: 429, headers: { 'retry-after': '1' } }));
    const [pet] = practice.pets;
    stopClock();
    await renderApp(practice, kind === 'pets' ? `/pets/${pet?.id}` : `/clients/${pet?.clientId}`);
    const waiting = page.getByText(/Waiting for the practice system: trying again/);
    await expect.element(waiting).toBeVisible();
    const requests = () => practice.requests.filter(({ name }) => name === SEARCH).length;
    // Sooner than the retry after a permanent failure.
    await later(() => expect(requests()).toBeGreaterThan(3), 15);
    expect(page.getByRole('alert').elements()).toEqual([]);
    restore();
    await pass(1);
    await expect.element(part('Past appointments')).toBeVisible();
    await expect.element(waiting).not.toBeInTheDocument();
  },
);

test('the whole list can be reached on a screen of 320 by 256', async () => {
  await resizePage(320, 256);
  await renderApp(createPracticeInMemory(), '/appointments?when=all');
  const table = page.getByRole('grid', { name: 'Appointments' });
  await expect.element(table.getByRole('row').first()).toBeVisible();
  const scroller = table.element().parentElement;
  expect(scroller?.clientHeight).toBeGreaterThan(3 * 44);
  // Rows out of sight are not rendered.
  expect(scroller?.clientHeight).toBeLessThan(256);
  scroller?.scrollIntoView({ block: 'end' });
  expect(scroller?.getBoundingClientRect().bottom).toBeLessThanOrEqual(257);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});
