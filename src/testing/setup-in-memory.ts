import type { Company } from '#contract/clients-pets-staff.ts';
import type { DeskSession } from '#contract/desk.ts';
import { type OnboardingRequest, onboardingRequestSchema } from '#contract/desk-endpoints.ts';
import type { FinishedOnboarding, OnboardingOffer } from '#contract/desk-onboarding.ts';
import { ServiceError } from '#contract/error.ts';
import { permissionSets } from '#contract/permissions.ts';
import { resolveIsMessaged } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { createUnnamedStore } from '#contract/received.ts';
import { parseInput } from '#service/routes/input.ts';
import { errorResponse } from './practice-extensions.ts';
import { idOf, type PracticeInMemory } from './practice-in-memory.ts';

const MAX_WRONG = 5;
const PLAIN = /[^A-Z0-9]/g;

/**
 * Lets a practice in memory be set up in the browser, as with the gateway: once, with the code. A repeated request gets
 * the same response. After too many wrong codes no code is accepted.
 */
export function letSetUp(
  practice: PracticeInMemory,
  { setUp, code }: { setUp: NonNullable<DeskSession['setUp']>; code: string },
) {
  Object.assign(practice.session, { setUp, demo: setUp === 'beside_demo' } satisfies Partial<DeskSession>);
  let wrong = 0;
  let done: { request: OnboardingRequest; answer: FinishedOnboarding } | null = null;

  function make({ id, practice: made, demo }: OnboardingRequest): FinishedOnboarding {
    const { store } = made;
    const companyId = id;
    const storeId = idOf(2, 90);
    const company: Company = {
      id: companyId,
      name: made.name,
      stores: [
        {
          ...{ ...createUnnamedStore(storeId), companyId, name: store.name },
          ...{ timeZone: store.timeZone, openingHours: store.openingHours },
          rooms: store.rooms.map((room, index) => ({ id: idOf(3, 900 + index), ...room })),
        },
      ],
    };
    const employees = made.people.map(({ may, ...person }, index) => ({
      ...{ ...person, id: idOf(6, 900 + index), companyId, storeIds: [storeId], isActive: true },
      permissions: permissionSets[may],
    }));
    const types = made.visitTypes.map((type, index) => ({
      ...type,
      id: idOf(7, 900 + index),
      companyId,
      ...{ isMessaged: resolveIsMessaged(type, null) ?? true, preparation: null, recallMonths: null, isActive: true },
    }));
    if (demo === 'remove') practice.appointments.splice(0);
    Object.assign(practice.company, company);
    practice.employees.splice(
      0,
      practice.employees.length,
      ...employees.map(({ permissions: _, ...person }) => person),
    );
    practice.types.splice(0, practice.types.length, ...types);
    const [first] = employees;
    Object.assign(practice.session, {
      access: 'sign_in',
      signedIn: true,
      canWrite: true,
      person: first?.id ?? null,
      name: first ? fullName(first) : null,
      demo: false,
      setUp: null,
    } satisfies Partial<DeskSession>);
    const people = employees.map((person, index) => ({
      employeeId: person.id,
      name: fullName(person),
      key: `fd_${'0123456789abcdef'.repeat(2)}_${String(index).padStart(43, 'k')}`,
    }));
    return { session: { ...practice.session }, people };
  }

  function answer(body: unknown): FinishedOnboarding {
    const request = parseInput(onboardingRequestSchema, body, 'body');
    if (done !== null) {
      if (JSON.stringify(done.request) === JSON.stringify(request)) return done.answer;
      throw new ServiceError('set_up_already', 'The practice is set up already.');
    }
    if (wrong >= MAX_WRONG)
      throw new ServiceError('rate_limit_exceeded', 'Too many wrong codes.', { retryAfterSeconds: 60 });
    if (request.code.toUpperCase().replace(PLAIN, '') !== code.toUpperCase().replace(PLAIN, '')) {
      wrong += 1;
      throw new ServiceError('wrong_code', 'The code is wrong or has run out.');
    }
    done = { request, answer: make(request) };
    return done.answer;
  }

  practice.answer('GET /desk/setup', () => {
    const { setUp: offered } = practice.session;
    return Response.json({
      setUp: offered,
      timeZone: offered === null ? null : 'Europe/Berlin',
    } satisfies OnboardingOffer);
  });
  practice.answer('POST /desk/setup', ({ body }) => {
    try {
      return Response.json(answer(body));
    } catch (error) {
      const answered = errorResponse(error);
      const wait = error instanceof ServiceError ? error.retryAfterSeconds : undefined;
      if (wait !== undefined) answered.headers.set('retry-after', String(wait));
      return answered;
    }
  });
  return {
    /** The submitted set-ups, in order. */
    sent: () =>
      practice.requests
        .filter(({ name }) => name === 'POST /desk/setup')
        .map(({ body }) => onboardingRequestSchema.parse(body)),
  };
}
