import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createManagedPractice, type ManagedPractice } from '#testing/management-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const ADDRESS = '/practice?part=website';
const main = page.getByRole('region', { name: 'Web site', exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const checkbox = (name: string | RegExp) => page.getByRole('checkbox', { name });
const address = () => page.getByRole('textbox', { name: 'Page address' });
const sites = page.getByRole('textbox', { name: 'Web sites that may show the page' });

/** A practice whose stores have a phone number, with the page of the store North switched on or not. */
function practiceWithPage(isOn: boolean): ManagedPractice {
  const practice = createManagedPractice({ appointments: 0 });
  for (const store of practice.company.stores) store.phone = '+1 902 555 0147';
  const [north] = practice.company.stores;
  const [consultation] = practice.types;
  if (isOn && north && consultation)
    practice.onlineBooking.change({
      stores: [{ storeId: north.id, isOn: true, slug: 'vets-north' }],
      types: [{ visitTypeId: consultation.id, isOn: true, publicName: null }],
    });
  return practice;
}

async function open(practice: ManagedPractice) {
  const app = await renderApp(practice, ADDRESS);
  await app.settled();
  return app;
}

test('a store and a visit type are switched on, and the lines for the web site appear', { tags: 'smoke' }, async () => {
  const practice = practiceWithPage(false);
  await open(practice);
  await expect.element(main.getByText('Online booking is off')).toBeVisible();
  await expect.element(main.getByText('https://vets.example')).toBeVisible();
  await expectAccessible('online booking that is off');
  await checkbox('North').click();
  await expect.element(address()).toHaveValue('test-practice-north');
  await expect.element(main.getByText('https://vets.example/book/test-practice-north')).toBeVisible();
  await expect.element(main.getByText(/^Choose at least one/)).toBeVisible();
  await checkbox(/^Consultation/).click();
  await expect.element(main.getByText(/^Choose at least one/)).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: /^Name of .Consultation. on the page$/ }).fill('Check-up');
  await sites.fill('www.vets.example/contact');
  await expect.element(page.getByRole('link', { name: /^Open the page/ })).not.toBeInTheDocument();
  pause();
  await button('Save').click();
  await expect.element(main.getByText('Online booking is on for 1 store')).toBeVisible();
  expect(practice.onlineBooking.settings).toMatchObject({
    stores: [{ isOn: true, slug: 'test-practice-north' }],
    types: [{ isOn: true, publicName: 'Check-up' }],
    origins: ['https://www.vets.example'],
  });
  await expect
    .element(page.getByRole('link', { name: /^Open the page of .North. \(opens in a new tab\)$/ }))
    .toHaveAttribute('href', 'https://vets.example/book/test-practice-north');
  await expect
    .element(main.getByText('<script src="https://vets.example/book/embed.js" async></script>'))
    .toBeVisible();
  await expect.element(main.getByText('No one was turned away.')).toBeVisible();
  await expectAccessible('online booking that is on');
});

test('faults are told beside their fields, and nothing is saved before they are corrected', async () => {
  const practice = practiceWithPage(true);
  practice.onlineBooking.taken.add('happy-paws');
  await open(practice);
  await address().fill('Happy');
  await expect.element(address()).toHaveValue('happy');
  await sites.fill('http://vets.example');
  await address().fill('é');
  await button('Save').click();
  await expect.element(address()).toHaveFocus();
  await expect.element(main.getByText('Use 3 to 40 of the letters a to z, digits and hyphens.')).toBeVisible();
  await expect
    .element(main.getByText(/“http:\/\/vets.example” isn’t a web address that begins with https/))
    .toBeVisible();
  expect(practice.onlineBooking.settings.stores[0]?.slug).toBe('vets-north');
  await sites.fill('');
  await address().fill('happy paws');
  pause();
  // A frame may be drawn at any moment, also before the refusal is rendered.
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
    queueMicrotask(() => draw(performance.now()));
    return 0;
  });
  onTestFinished(() => frames.mockRestore());
  await button('Save').click();
  await expect.element(main.getByText('Another practice on this server has this address.')).toBeVisible();
  await expect.element(address()).toHaveFocus();
  await address().fill('happy-paws-2');
  await expect.element(main.getByText('Another practice on this server has this address.')).not.toBeInTheDocument();
  pause();
  await button('Save').click();
  await waitUntil(() => expect(practice.onlineBooking.settings.stores[0]?.slug).toBe('happy-paws-2'));
});

test('what is typed survives another page; a colleague’s change is kept, or shown before it is overwritten', async () => {
  const practice = practiceWithPage(true);
  const { settings, change } = practice.onlineBooking;
  const { router } = await open(practice);
  await address().fill('our-page');
  await router.navigate({ to: '/clients' });
  await router.navigate({ to: '/practice', search: { part: 'website' } });
  await expect.element(address()).toHaveValue('our-page');
  change({ noticeHours: 12 });
  await button('Save').click();
  await waitUntil(() => expect(settings.stores[0]?.slug).toBe('our-page'));
  expect(settings.noticeHours).toBe(12);
  await address().fill('my-page');
  change({ stores: settings.stores.map((store) => ({ ...store, slug: 'their-page' })) });
  pause();
  await button('Save').click();
  await expect.element(page.getByText(/A colleague changed “North” to On, their-page/)).toBeVisible();
  expect(settings.stores[0]?.slug).toBe('their-page');
  pause();
  await button('Save').click();
  await waitUntil(() => expect(settings.stores[0]?.slug).toBe('my-page'));
});

test('without e-mail or a public address no store can be switched on, and it says why; a demo sends none', async () => {
  const practice = practiceWithPage(false);
  Object.assign(practice.onlineBooking.server, { hasEmail: false, publicUrl: null });
  const { leave } = await open(practice);
  await expect.element(checkbox('North')).toBeDisabled();
  await expect.element(main.getByText('Set up e-mail and the public address of the server first.')).toBeVisible();
  await expect
    .element(main.getByText(/Ask whoever runs the server to set .PUBLIC_PORT. and .PUBLIC_URL./))
    .toBeVisible();
  await leave();
  practice.session.demo = true;
  await open(practice);
  await expect.element(main.getByText(/This is a demo, so no e-mail is sent/)).toBeVisible();
  await checkbox('North').click();
  await expect.element(address()).toBeVisible();
});

test('a practice system that refuses for want of e-mail is believed, and a store without hours and phone is named', async () => {
  const practice = practiceWithPage(false);
  const [north] = practice.company.stores;
  Object.assign(north ?? {}, { phone: null, openingHours: [] });
  delete practice.session.capabilities.getBookingServer;
  practice.onlineBooking.server.hasEmail = false;
  practice.onlineBooking.turnedAway.byReason.robot = 1234;
  await open(practice);
  await expect.element(main.getByText('1,234')).toBeVisible();
  await checkbox('North').click();
  await expect.element(main.getByText(/This store has no opening hours.* no phone number/)).toBeVisible();
  await button('Save').click();
  await expect.element(page.getByText(/No e-mail is set up on this server, so codes can’t be sent/)).toBeVisible();
  await expect.element(address()).toHaveValue('test-practice-north');
  expect(practice.onlineBooking.settings.stores).toEqual([]);
});
