import { expect, test } from 'vitest';
import { companyPageSchema } from '#contract/clients-pets-staff.ts';
import { deskSessionSchema } from '#contract/desk.ts';
import { finishedOnboardingSchema, onboardingOfferSchema } from '#contract/desk-onboarding.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { allCapabilities } from '#testing/practice-extensions.ts';
import { practiceSetup, setup } from '#testing/setup.ts';

/** Opens a desk at which a practice can be set up, until the end of `use`. */
type OpenDesk = (use: (desk: Desk) => Promise<void>) => Promise<void>;

export interface Desk {
  request(method: string, path: string, body?: unknown): Promise<Response>;
  code(): string;
}

const refused = async (answer: Response) => {
  const { message, data } = serviceErrorSchema.parse(await answer.json());
  return [answer.status, message, data.suggestion.split(': ')[0]];
};

/** Setting up a practice in the browser. */
export function setupCases(open: OpenDesk): void {
  test('offers a set-up until a practice exists', () =>
    open(async ({ request, code }) => {
      const offer = async () => onboardingOfferSchema.parse(await (await request('GET', '/desk/setup')).json());
      expect(await offer()).toEqual({ setUp: 'first', timeZone: 'Europe/Berlin' });
      await request('POST', '/desk/setup', setup(code()));
      expect(await offer()).toEqual({ setUp: null, timeZone: null });
    }));

  test('creates the practice, and signs its first person in as manager', () =>
    open(async ({ request, code }) => {
      await request('GET', '/desk/setup');
      const answer = await request('POST', '/desk/setup', setup(code().toLowerCase().replaceAll('-', ' ')));
      const { session, people } = finishedOnboardingSchema.parse(await answer.json());
      expect(people.map(({ name }) => name)).toEqual(['Ada Okafor', 'Kim Lee']);
      expect(session).toMatchObject({ access: 'sign_in', signedIn: true, canWrite: true, name: 'Ada Okafor' });
      expect(session).toMatchObject({ setUp: null, demo: false });
      const { data } = companyPageSchema.parse(await (await request('GET', '/api/v1/companies')).json());
      const { rooms, ...store } = practiceSetup.store;
      expect(data).toMatchObject([{ name: 'Elm Vets', stores: [{ ...store, rooms }] }]);
    }));

  test('offers the manager every operation', () =>
    open(async ({ request, code }) => {
      await request('GET', '/desk/setup');
      await request('POST', '/desk/setup', setup(code()));
      const { capabilities } = deskSessionSchema.parse(await (await request('GET', '/desk/session')).json());
      // The practice in memory sends no events.
      const { listEvents: _, ...offered } = capabilities;
      expect(offered).toEqual(allCapabilities);
      expect(offered).toMatchObject({
        changeAppointment: { fields: expect.arrayContaining(['status', 'start', 'roomId', 'notes']) },
        createPet: { fields: expect.arrayContaining(['breed', 'sex', 'dateOfBirth']), idempotent: true },
        listPets: { fields: expect.arrayContaining(['name', 'phone', 'email']), idempotent: false },
        issueKey: { idempotent: true },
        revokeKey: { fields: [], idempotent: false },
      });
    }));

  test('gives the same response to a repeated set-up, and refuses another', () =>
    open(async ({ request, code }) => {
      await request('GET', '/desk/setup');
      const body = setup(code());
      const { people } = finishedOnboardingSchema.parse(await (await request('POST', '/desk/setup', body)).json());
      expect(finishedOnboardingSchema.parse(await (await request('POST', '/desk/setup', body)).json()).people).toEqual(
        people,
      );
      for (const other of [setup(body.code), { ...body, code: 'AAA-AAA-AAA' }]) {
        expect((await refused(await request('POST', '/desk/setup', other))).slice(0, 2)).toEqual([
          409,
          'set_up_already',
        ]);
      }
    }));

  test('refuses a wrong code, slows down after five, and refuses an invalid practice', () =>
    open(async ({ request, code }) => {
      await request('GET', '/desk/setup');
      const nameless = setup(code(), { practice: { ...practiceSetup, name: ' ' } });
      expect(await refused(await request('POST', '/desk/setup', nameless))).toEqual([
        400,
        'invalid_input',
        'practice.name',
      ]);
      for (let times = 0; times < 5; times += 1) {
        const wrong = await request('POST', '/desk/setup', setup('AAA-AAA-AAA'));
        expect((await refused(wrong)).slice(0, 2)).toEqual([403, 'wrong_code']);
      }
      const slowed = await request('POST', '/desk/setup', setup(code()));
      expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }));
}
