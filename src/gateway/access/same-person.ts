import { ServiceError } from '#contract/error.ts';
import { createUserId, type Keyring, type Session, signInOf } from './keyring.ts';

/**
 * Throws `another_person` where a page names another person (`deskHeaders.person`) than the one whose session its cookie holds
 * (null: a shared key), or where it has to name one and does not.
 */
export type CheckPerson = (
  named: string | undefined,
  session: Session | null,
  options?: { isRequired?: boolean },
) => void;

/**
 * The tabs of a browser share its cookie. Once somebody else has signed in in one of them, what another still shows is the first
 * person's, and must not be sent with the second one's key.
 */
export function createPersonCheck(keyring: Keyring): CheckPerson {
  const signIn = signInOf(keyring);
  const userId = signIn === null ? null : createUserId(signIn.sessionSecret);

  return function checkPerson(named, session, { isRequired = false } = {}) {
    const person = session === null || userId === null ? null : userId(session.key);
    const isRight = named === undefined ? person === null || !isRequired : named === person;
    if (isRight) return;
    throw new ServiceError('another_person', 'Somebody else has signed in in this browser. Reload the page.');
  };
}
