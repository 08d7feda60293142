import { type DeskSession, PIN_TRIES } from '#contract/desk.ts';
import { setPinSchema } from '#contract/desk-endpoints.ts';
import { ServiceError } from '#contract/error.ts';
import type { ReceivedRequest } from './network-in-memory.ts';
import { errorResponse } from './practice-extensions.ts';
import type { PracticeInMemory } from './practice-in-memory.ts';

/** A person who signs in, with their key or with the PIN that they have in the browser. */
interface PersonInMemory {
  /** `DeskSession.person`; their key is `fd_` and it. */
  readonly person: string;
  readonly name: string | null;
  pin?: string;
}

/**
 * Lets people sign in to a practice in memory by key and PIN, as the gateway does; initially no one is signed in. The
 * returned function signs a person in without a request; null signs them out.
 */
export function letSignIn(practice: PracticeInMemory, people: readonly PersonInMemory[]) {
  const pins = new Map(people.flatMap(({ person, pin }) => (pin === undefined ? [] : [[person, pin] as const])));
  const wrong = new Map<string, number>();
  const byPerson = new Map(people.map((one) => [one.person, one]));

  function signIn(person: string | null): DeskSession {
    const signedIn = person !== null;
    const name = byPerson.get(person ?? '')?.name ?? null;
    Object.assign(practice.session, { access: 'sign_in', signedIn, person, name, canWrite: signedIn ? true : null });
    return sessionNow();
  }
  function sessionNow(): DeskSession {
    const holders = people.filter(({ person }) => pins.has(person)).map(({ person, name }) => ({ person, name }));
    return Object.assign(practice.session, { pins: holders });
  }
  function open({ body }: ReceivedRequest): DeskSession {
    const person = String(body?.['person']);
    checkPin(person, body?.['pin']);
    const wrongPins = wrong.get(person) ?? 0;
    wrong.delete(person);
    return { ...signIn(person), wrongPins };
  }
  function checkPin(person: string, pin: unknown): void {
    if (!pins.has(person)) throw new ServiceError('no_pin', '');
    if (pins.get(person) === pin) return;
    const triesLeft = PIN_TRIES - (wrong.get(person) ?? 0) - 1;
    wrong.set(person, PIN_TRIES - triesLeft);
    if (triesLeft > 0) throw new ServiceError('wrong_pin', '', { current: { triesLeft } });
    pins.delete(person);
    throw new ServiceError('no_pin', '');
  }
  function checkKey({ body }: ReceivedRequest): DeskSession {
    const known = people.find(({ person }) => `fd_${person}` === body?.['apiKey']);
    if (known === undefined) throw new ServiceError('authorization_required', '');
    return signIn(known.person);
  }
  const mine = () => practice.session.person ?? '';
  /** Checks the key or PIN with which a person sets another PIN. */
  function checkProof(by: unknown): void {
    const { data } = setPinSchema.shape.by.safeParse(by);
    if (data === undefined) throw new ServiceError('invalid_input', '');
    if ('pin' in data) checkPin(mine(), data.pin);
    else if (data.apiKey !== `fd_${mine()}`) throw new ServiceError('authorization_required', '');
  }
  const answers: Record<string, (request: ReceivedRequest) => DeskSession> = {
    'GET /desk/session': sessionNow,
    'POST /desk/session': checkKey,
    'POST /desk/session/confirm': checkKey,
    'POST /desk/session/pin': open,
    'DELETE /desk/session': () => signIn(null),
    'DELETE /desk/sessions': () => {
      pins.delete(mine());
      return signIn(null);
    },
    'POST /desk/pin': ({ body }) => {
      checkProof(body?.['by']);
      pins.set(mine(), String(body?.['pin']));
      if (practice.session.name === null) practice.session.name = String(body?.['name']);
      return sessionNow();
    },
    'POST /desk/lock': ({ body }) => Object.assign(practice.session, { lockMinutes: body?.['minutes'] }),
    'DELETE /desk/pin': () => {
      pins.delete(mine());
      return sessionNow();
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    practice.answer(name, (request) => {
      try {
        return Response.json(answer(request));
      } catch (error) {
        return errorResponse(error);
      }
    });
  }
  signIn(null);
  return { signIn };
}
