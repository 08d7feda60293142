import '#testing/react-in-development.ts';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { renderApp } from '#testing/app-in-memory.tsx';
import { letManage } from '#testing/management-in-memory.ts';
import { sharedCapabilities } from '#testing/practice-extensions.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { letSetUp } from '#testing/setup-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
/** The minimum size of a target in pixels (WCAG 2.5.8). */
const MIN_SIZE = 24;
const INTERACTIVE = 'a[href], button, input, select, textarea, summary, [role="button"], [role="option"]';

afterEach(() => {
  vi.useRealTimers();
  return page.viewport(1280, 800);
});

interface Screen {
  name: string;
  address: (practice: PracticeInMemory) => string;
  /** The time; by default the real one. */
  now?: string;
  /** An element that is visible once the screen has loaded. */
  there: () => Element | null;
}

const screens: Screen[] = [
  {
    name: 'the board',
    address: () => `/?date=${DAY}`,
    there: () => document.querySelector('main[aria-label="Calendar"][aria-busy="false"] [data-appointment]'),
  },
  {
    name: 'the details',
    address: ({ appointments: [first] }) => `/?date=${DAY}&appointment=${first?.id}`,
    there: () => document.querySelector('aside[aria-label="Appointment"] a[href*="/pets/"]'),
  },
  {
    name: 'the form',
    // A day on which the store is open: on any other day, the form would propose no time.
    now: `${DAY}T11:00:00Z`,
    address: () => `/?date=${DAY}&new=1&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}`,
    there: () => document.querySelector('[role="dialog"] [aria-pressed="true"]'),
  },
  {
    name: 'the dates of a series',
    address: (practice) => {
      practice.session.capabilities = sharedCapabilities;
      return `/?date=${DAY}&new=1&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}&start=${DAY}T09:05`;
    },
    there() {
      const repeat = document.querySelector<HTMLElement>('[role="dialog"] button:has(.lucide-repeat)');
      repeat?.click();
      return document.querySelector('[role="dialog"] ol button');
    },
  },
  {
    name: 'a vet is away',
    address: (practice) => {
      practice.session.capabilities = sharedCapabilities;
      const [first] = practice.appointments;
      return `/?date=${DAY}&away=${first?.employees[0]?.id}&awayFrom=${DAY}`;
    },
    there: () => document.querySelector('[role="dialog"] form button[type="submit"]'),
  },
  {
    name: 'the list',
    address: () => '/appointments?when=all',
    there: () => document.querySelector('table tr[data-appointment] a[href*="/pets/"]'),
  },
  {
    name: 'clients',
    address: (practice) => {
      practice.session.capabilities = sharedCapabilities;
      for (const client of practice.clients) Object.assign(client, { phone: '+1 902 555 0147', alert: 'Bites' });
      return '/clients';
    },
    there: () => document.querySelector('tr[data-row] a[href^="tel:"]'),
  },
  {
    name: 'shifts',
    address: ({ session, plan, company }) => {
      session.capabilities = sharedCapabilities;
      const storeId = company.stores[0]?.id ?? '';
      const [start, end] = [`${DAY}T12:00:00.000Z`, `${DAY}T20:00:00.000Z`];
      plan.create({ kind: 'on_duty', storeId, employeeId: idOf(6, 1), start, end });
      return `/shifts?week=${DAY}`;
    },
    there: () => document.querySelector('table [data-bar]'),
  },
  {
    name: 'requests',
    address: (practice) => {
      for (const client of practice.clients) client.phone = '+1 902 555 0147';
      const [start, end] = ['2041-06-05T12:00:00.000Z', '2041-06-05T12:30:00.000Z'];
      practice.add({ start, end, status: 'requested', clientNotes: 'Limps on the left hind leg since yesterday' });
      // Some clients on file have the same phone number, and one is new.
      practice.onlineRequests.add({ phone: '+1 902 555 0147', note: 'Limps since Sunday' });
      practice.onlineRequests.add({ firstName: 'Maximilian', lastName: 'Oberholzer', email: 'max@example.com' });
      return '/requests';
    },
    there: () => document.querySelector('[data-row] [role="radiogroup"]'),
  },
  {
    name: 'the waiting list',
    address: (practice) => {
      for (const client of practice.clients) client.phone = '+1 902 555 0147';
      const wishes = { weekdays: [2, 4], earliest: '09:00', latest: '12:30', employeeId: idOf(6, 1) };
      const createdAt = `${DAY}T12:00:00.000Z`;
      practice.waitingList.add({ ...wishes, createdAt, notes: 'Fasts when called the day before' });
      return '/waiting';
    },
    there: () => document.querySelector('ul[aria-label="Waiting list"] a[href^="tel:"]'),
  },
  {
    name: 'the pets that are due again',
    address: (practice) => {
      for (const client of practice.clients) client.phone = '+1 902 555 0147';
      const overdue = practice.recalls.add({ dueOn: '2026-04-20' });
      practice.recalls.addAttempt(overdue.id, { at: `${DAY}T12:00:00.000Z` });
      practice.recalls.add({ petId: idOf(4, 2), dueOn: '2026-06-10' });
      practice.recalls.add({ petId: idOf(4, 3), snoozedUntil: '2026-06-24', dueOn: DAY });
      return '/waiting?tab=due';
    },
    there: () => document.querySelector('[data-row] a[href^="tel:"]'),
  },
  {
    name: 'reports',
    address: () => `/reports?by=vet&from=${DAY}&to=${DAY}`,
    there: () => document.querySelector('tfoot td'),
  },
  {
    name: 'a pet’s page',
    address: ({ pets: [first] }) => `/pets/${first?.id}`,
    there: () => document.querySelector('section[aria-label="Past appointments"] a'),
  },
  {
    name: 'a client’s page',
    address: ({ clients: [first] }) => `/clients/${first?.id}`,
    there: () => document.querySelector('section[aria-label="Pets"] li a'),
  },
  {
    name: 'the set-up',
    address: (practice) => {
      letSetUp(practice, { setUp: 'beside_demo', code: 'K7M' });
      return '/setup';
    },
    there: () => document.querySelector('main form button[type="submit"]'),
  },
  {
    name: 'the settings',
    address: () => '/settings',
    there: () => document.querySelector('main [role="radiogroup"] [type="radio"]'),
  },
  {
    name: 'clients who want another time, and whom to call',
    now: `${DAY}T11:00:00Z`,
    address: (practice) => {
      practice.appointments.splice(0);
      const { id } = practice.add({
        ...{ start: `${DAY}T15:00:00.000Z`, end: `${DAY}T15:30:00.000Z`, status: 'confirmed' },
      });
      practice.messages.answer(id, 'another_time', 'Could we come an hour later? School is out at three.');
      return '/requests';
    },
    there: () => document.querySelector('[data-row] .lucide-calendar-clock'),
  },
  {
    name: 'messages to clients',
    now: `${DAY}T11:00:00Z`,
    address: ({ messages: { settings } }) => {
      settings.channels = ['email'];
      const own = { kind: 'reminder', channel: 'email', language: 'en' } as const;
      settings.texts = [{ ...own, subject: 'See you soon, {pet}', body: 'Hello {client},\n{date}, {time}\n{link}' }];
      return '/practice?part=messages';
    },
    there: () => document.querySelector('#practice-part textarea'),
  },
  {
    name: 'the booking pages for the web site',
    address({ company, types, onlineBooking }) {
      const [store, type] = [company.stores[0]?.id ?? '', types[0]?.id ?? ''];
      onlineBooking.change({
        stores: [{ storeId: store, isOn: true, slug: 'test-practice-north' }],
        types: [{ visitTypeId: type, isOn: true, publicName: 'Check-up' }],
        origins: ['https://www.test-practice.example'],
      });
      return '/practice?part=website';
    },
    there: () => document.querySelector('#practice-part pre'),
  },
  {
    name: 'the practice’s rooms',
    address: () => '/practice?part=rooms',
    there: () => document.querySelector('main li button[aria-label*="Room 1"]'),
  },
  {
    name: 'the hours of a store',
    address: ({ company }) => `/practice?part=stores&edit=${company.stores[0]?.id}`,
    there: () => document.querySelector('form input'),
  },
  {
    name: 'the import',
    address: () => '/practice?part=import',
    there: () => document.querySelector('main input[type="file"]'),
  },
  {
    name: 'the export',
    address: () => '/practice?part=export',
    there: () => document.querySelector('#practice-part ul'),
  },
  {
    name: 'a person with their keys',
    address: ({ employees: [first] }) => `/practice?part=people&edit=${first?.id}`,
    there: () => document.querySelector('main li section button'),
  },
];

const sizes = [
  { width: 320, height: 256, what: 'at 400 %' },
  { width: 640, height: 400, what: 'at 200 %' },
  { width: 1280, height: 800, what: 'as it is' },
];

/** The clickable area of a control: for a control in a label, the whole label. */
function targetOf(element: Element): Element {
  const isLabelled = element.matches('input, [role="radio"], [role="checkbox"]');
  return isLabelled ? (element.closest('label') ?? element) : element;
}

/**
 * The enabled controls of the screen or of the dialog above it. Blocks of the calendar are exempt, since their
 * positions are fixed.
 */
function targets(): Element[] {
  const overlay = [...document.querySelectorAll('[role="dialog"], aside')].find(
    (element) =>
      element.checkVisibility() &&
      (element.matches('[role="dialog"]') || getComputedStyle(element).position === 'fixed'),
  );
  const root = overlay ?? document;
  const usable = [...root.querySelectorAll(INTERACTIVE)].filter(
    (element) =>
      element.checkVisibility({ checkVisibilityCSS: true }) &&
      !element.matches('.calendar-block, [aria-hidden="true"], [disabled], .sr-only, [aria-hidden="true"] *') &&
      element.closest('[inert]') === null,
  );
  return [...new Set(usable.map(targetOf))].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  });
}

function nameOf(element: Element): string {
  const text = element.getAttribute('aria-label') || element.textContent || element.getAttribute('name');
  const { width, height } = element.getBoundingClientRect();
  return `<${element.localName}> ${text?.trim().slice(0, 40)} (${width.toFixed(1)} × ${height.toFixed(1)})`;
}

/** A link in a sentence is as high as its line. */
function isInline(element: Element): boolean {
  return element.localName === 'a' && getComputedStyle(element).display === 'inline';
}

function tooSmall(elements: readonly Element[]): string[] {
  const rects = elements.map((element) => element.getBoundingClientRect());
  return elements.flatMap((element, index) => {
    const own = rects[index];
    if (!own || isInline(element) || (own.width >= MIN_SIZE - 0.1 && own.height >= MIN_SIZE - 0.1)) return [];
    const [x, y] = [own.x + own.width / 2, own.y + own.height / 2];
    const near = rects.filter((other, at) => {
      if (at === index || elements[at]?.contains(element) || element.contains(elements[at] ?? null)) return false;
      const dx = Math.max(other.left - x, 0, x - other.right);
      const dy = Math.max(other.top - y, 0, y - other.bottom);
      return Math.hypot(dx, dy) < MIN_SIZE / 2;
    });
    return near.length > 0 ? [nameOf(element)] : [];
  });
}

/** Elements that cannot be scrolled into view, or are covered there. */
function outOfReach(elements: readonly Element[], width: number, height: number): string[] {
  return elements.flatMap((element) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || x > width || y < 0 || y > height) return [`${nameOf(element)} is out of sight`];
    if (right - left > width + 1) return [`${nameOf(element)} is wider than the screen`];
    const hit = document.elementFromPoint(x, y);
    const reached =
      hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label') === element);
    return reached ? [] : [`${nameOf(element)} is under ${hit === null ? 'nothing' : nameOf(hit)}`];
  });
}

test('React warnings are errors here', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  await render(createElement('input', { value: 'fixed' }));
  expect(consoleError.mock.calls.join()).toContain('without an `onChange` handler');
});

test.each(screens)(
  '$name: everything can be reached and clicked, also at 400 % and 200 %',
  async ({ address, now, there }) => {
    if (now !== undefined) vi.setSystemTime(new Date(now));
    const practice = createPracticeInMemory({ today: DAY, hasExtensions: true });
    if (address(practice).startsWith('/practice')) letManage(practice);
    await page.viewport(320, 256);
    await renderApp(practice, address(practice));
    for (const { width, height, what } of sizes) {
      await page.viewport(width, height);
      await waitUntil(() => expect(there()).not.toBeNull());
      await waitUntil(() => expect(document.querySelector('main[aria-busy="true"]')).toBeNull());
      // The page adapts to a new size within the next frames.
      await waitUntil(() => {
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
        const found = targets();
        expect(found.length, what).toBeGreaterThan(2);
        expect(tooSmall(found), what).toEqual([]);
        expect(outOfReach(found, width, height), what).toEqual([]);
      });
    }
  },
);
