import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { type Device, devicesSchema } from '#contract/desk-devices.ts';
import { permissionSets } from '#contract/permissions.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Database } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { cheapPins, withSignIn } from '#testing/gateway-harness.ts';
import { createServiceGateway, createVendorGateway, upstreamOver } from '#testing/gateways.ts';
import { addEmployee, addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';

const MINUTE_MS = 60_000;

let database: Database;
let practice: TestPractice;
let booksId: string;
let manager: string;
let booker: string;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  practice = await addPractice(database);
  const { companyId, stores: storeIds, vet } = practice;
  booksId = await addEmployee(database, { companyId, storeIds, permissions: permissionSets.book });
  manager = await keyOf(database, vet);
  booker = await keyOf(database, booksId);
});
afterAll(() => database.close());

/** Runs `use` on a gateway in front of the whole practice API, by default in this process. */
function withGateway(
  use: (gateway: Gateway, advance: (ms: number) => void) => Promise<void>,
  { isRemote = false } = {},
): Promise<void> {
  let now = Date.UTC(2026, 10, 23, 8);
  const clock = () => now;
  return withSignIn(async (keyring) => {
    const service = createService({ database, clock });
    const options = { keyring, clock, pinCost: cheapPins };
    const gateway = isRemote
      ? createVendorGateway({ upstream: upstreamOver(service.fetch), ...options })
      : createServiceGateway({ service, ...options });
    await use(gateway, (ms) => {
      now += ms;
    });
  });
}

async function signIn(gateway: Gateway, apiKey: string) {
  const browser = browserAt(gateway);
  expect((await browser.request('POST', '/desk/session', { apiKey })).status).toBe(200);
  return browser;
}
type Browser = ReturnType<typeof browserAt>;

async function setPin(browser: Browser, apiKey: string, name?: string) {
  const response = await browser.request('POST', '/desk/pin', { pin: '284617', by: { apiKey }, name });
  return deskSessionSchema.parse(await response.json());
}

const ofEmployee = (employeeId: string) => `?companyId=${practice.companyId}&employeeId=${employeeId}`;
async function devicesOf(browser: Browser, employeeId: string): Promise<Device[]> {
  const response = await browser.request('GET', `/desk/devices${ofEmployee(employeeId)}`);
  expect(response.status).toBe(200);
  return devicesSchema.parse(await response.json()).devices;
}
const end = (browser: Browser, id: string, employeeId: string) =>
  browser.request('DELETE', `/desk/devices/${id}${ofEmployee(employeeId)}`);

describe('a manager', () => {
  it('lists the browsers in which a person has a PIN, and removes one together with its session', () =>
    withGateway(async (gateway, advance) => {
      const [first, second] = [await signIn(gateway, booker), await signIn(gateway, booker)];
      expect((await setPin(first, booker)).pins).toMatchObject([{ name: expect.stringContaining(' ') }]);
      advance(MINUTE_MS);
      await setPin(second, booker);
      const desk = await signIn(gateway, manager);
      const [later, earlier] = await devicesOf(desk, booksId);
      expect([later?.usedAt, earlier?.usedAt]).toEqual(['2026-11-23T08:01:00.000Z', '2026-11-23T08:00:00.000Z']);
      expect(await devicesOf(desk, practice.vet)).toEqual([]);
      expect((await end(desk, later!.id, practice.vet)).status).toBe(200);
      expect(await devicesOf(desk, booksId)).toHaveLength(2);
      expect((await end(desk, later!.id, booksId)).status).toBe(200);
      expect(await devicesOf(desk, booksId)).toEqual([earlier]);
      expect((await second.request('GET', '/api/v1/companies')).status).toBe(401);
      expect((await first.request('GET', '/api/v1/companies')).status).toBe(200);
    }));

  it('also sees a browser whose PIN was set before the practice API reported the owner of the key', () =>
    withGateway(
      async (gateway) => {
        const [first, second] = [await signIn(gateway, booker), await signIn(gateway, booker)];
        await setPin(first, booker, 'Robin');
        await setPin(second, booker, 'Robin');
        await gateway.start();
        const desk = await signIn(gateway, manager);
        expect(await devicesOf(desk, booksId)).toEqual([]);
        await first.request('GET', '/desk/session');
        expect(await devicesOf(desk, booksId)).toHaveLength(1);
        expect((await second.request('POST', '/desk/session', { apiKey: booker })).status).toBe(200);
        expect(await devicesOf(desk, booksId)).toHaveLength(2);
      },
      { isRemote: true },
    ));

  it('types their key again before they remove one', () =>
    withGateway(async (gateway, advance) => {
      await setPin(await signIn(gateway, booker), booker);
      const desk = await signIn(gateway, manager);
      const [device] = await devicesOf(desk, booksId);
      advance(10 * MINUTE_MS);
      const response = await end(desk, device!.id, booksId);
      expect([response.status, (await response.json()).message]).toEqual([403, 'confirm_key']);
      expect(await devicesOf(desk, booksId)).toHaveLength(1);
    }));

  it('ends the open session of the browser, whether it was opened by PIN or key', () =>
    withGateway(async (gateway, advance) => {
      const browser = await signIn(gateway, booker);
      await setPin(browser, booker);
      advance(MINUTE_MS);
      expect((await browser.request('POST', '/desk/session/confirm', { apiKey: booker })).status).toBe(200);
      const desk = await signIn(gateway, manager);
      const [device] = await devicesOf(desk, booksId);
      expect(device?.usedAt).toBe('2026-11-23T08:01:00.000Z');
      expect((await end(desk, device!.id, booksId)).status).toBe(200);
      expect((await browser.request('GET', '/api/v1/companies')).status).toBe(401);
    }));
});

it('hides browsers from people who may not see keys', () =>
  withGateway(async (gateway) => {
    const desk = await signIn(gateway, booker);
    await setPin(desk, booker);
    const statusOf = async (browser: Browser, query: string) =>
      (await browser.request('GET', `/desk/devices${query}`)).status;
    expect(await statusOf(desk, ofEmployee(booksId))).toBe(403);
    expect((await end(desk, 'any', booksId)).status).toBe(403);
    expect(await statusOf(browserAt(gateway), ofEmployee(booksId))).toBe(401);
    const boss = await signIn(gateway, manager);
    expect(await statusOf(boss, '')).toBe(400);
    expect(await statusOf(boss, ofEmployee(practice.companyId))).toBe(404);
  }));

it('replaces the PIN of an earlier key of the same person in a browser', () =>
  withGateway(async (gateway) => {
    const desk = await signIn(gateway, booker);
    const { person } = await setPin(desk, booker);
    const newKey = await keyOf(database, booksId);
    expect((await desk.request('POST', '/desk/session', { apiKey: newKey })).status).toBe(200);
    const { pins } = await setPin(desk, newKey);
    expect(pins).toHaveLength(1);
    expect(pins?.[0]?.person).not.toBe(person);
  }));

it('is removed from every browser, and every session ends, once its person signs out everywhere, with any of their keys', () =>
  withGateway(async (gateway) => {
    const otherKey = await keyOf(database, booksId);
    const [here, there, colleague] = [
      await signIn(gateway, booker),
      await signIn(gateway, otherKey),
      await signIn(gateway, manager),
    ];
    await setPin(there, otherKey);
    await setPin(colleague, manager);
    expect((await here.request('DELETE', '/desk/sessions')).status).toBe(200);
    expect((await there.request('GET', '/api/v1/companies')).status).toBe(401);
    expect(deskSessionSchema.parse(await (await there.request('GET', '/desk/session')).json()).pins).toEqual([]);
    expect((await colleague.request('GET', '/api/v1/companies')).status).toBe(200);
  }));

describe('a browser with PINs', () => {
  const lockOf = (browser: Browser, minutes: unknown) => browser.request('POST', '/desk/lock', { minutes });
  const sessionOf = async (browser: Browser) =>
    deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());

  it('locks after the number of minutes that anyone at the desk chooses, and only a manager can choose never', () =>
    withGateway(async (gateway, advance) => {
      const desk = await signIn(gateway, booker);
      expect((await lockOf(desk, 5)).status).toBe(403);
      expect(await setPin(desk, booker)).toMatchObject({ lockMinutes: 15, canKeepUnlocked: false });
      expect(await (await lockOf(desk, 60)).json()).toMatchObject({ lockMinutes: 60 });
      for (const minutes of [0, 30, 100_000, '5']) expect((await lockOf(desk, minutes)).status).toBe(400);
      expect((await lockOf(desk, null)).status).toBe(403);
      expect((await desk.request('POST', '/desk/session', { apiKey: manager })).status).toBe(200);
      expect(await sessionOf(desk)).toMatchObject({ lockMinutes: 60, canKeepUnlocked: true });
      expect(await setPin(desk, manager)).toMatchObject({ lockMinutes: 60 });
      expect(await (await lockOf(desk, null)).json()).toMatchObject({ lockMinutes: null });
      advance(6 * 24 * 60 * MINUTE_MS);
      expect(await sessionOf(desk)).toMatchObject({ signedIn: true, lockMinutes: null });
      expect((await desk.request('POST', '/desk/session', { apiKey: booker })).status).toBe(200);
      expect(await (await lockOf(desk, 5)).json()).toMatchObject({ lockMinutes: 5 });
      advance(5 * MINUTE_MS);
      expect(await sessionOf(desk)).toMatchObject({ signedIn: false });
    }));
});
