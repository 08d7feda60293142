import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { PIN_TRIES, PIN_TRIES_WITHOUT_KEY } from '#contract/desk.ts';
import { DEFAULT_LOCK_MINUTES } from '#contract/lock-minutes.ts';
import { openRowsFile } from './rows-file.ts';

const pinSchema = z.object({
  /** Identifies the PIN to managers; the id gives no access. */
  id: z.string(),
  /** The hash of the id in the device cookie, keyed with the pepper (`pins.ts`). */
  deviceHash: z.string(),
  /** The user id of the person, which is derived from their API key. */
  person: z.string(),
  /** The name of the person in this browser. */
  name: z.string().nullable(),
  /** The employee id of the person; null if the practice API does not report the owner of a key. */
  employeeId: z.string().nullable(),
  keyHash: z.string(),
  /** The API key, sealed as `pins.ts` describes. */
  sealed: z.string(),
  /** The browser, for example `Chrome on Windows`; null if unknown. */
  browser: z.string().nullable(),
  /** The number of failed attempts since the last sign-in. */
  attempts: z.int(),
  /** The number of failed attempts between the time at which the person last typed their key and the last sign-in. */
  earlierAttempts: z.int().default(0),
  /**
   * The number of minutes without use after which the browser locks; null if it never locks. It is the same in all PINs
   * of a browser.
   */
  lockMinutes: z.number().nullable().default(DEFAULT_LOCK_MINUTES),
  /** The time at which the PIN was set, in epoch milliseconds. */
  createdAt: z.number(),
  /** The time at which the person last signed in in this browser, in epoch milliseconds. */
  usedAt: z.number(),
  /** The time at which anyone last used the browser, in epoch milliseconds. */
  deviceUsedAt: z.number(),
  /** The hash of the last session that was opened with the PIN. */
  sessionHash: z.string(),
});

/** The PIN of a person in one browser, with their sealed key. */
export type StoredPin = z.infer<typeof pinSchema>;

/** Selects the PINs that have all of these values. */
export type PinFilter = Partial<Pick<StoredPin, 'id' | 'keyHash' | 'deviceHash' | 'person' | 'employeeId'>>;

/** The PINs of all browsers. */
export interface PinStore {
  /** Adds a PIN, replacing an earlier one of that person in that browser. */
  set(pin: Omit<StoredPin, 'id' | 'attempts'>): Promise<void>;
  /**
   * Lists the selected PINs, after deleting the PINs of all browsers that were last used before `usedSince` (epoch
   * milliseconds).
   */
  list(which: PinFilter, usedSince: number): Promise<readonly StoredPin[]>;
  /**
   * Counts an attempt before it is checked, and returns the PIN to check; null if there is none or no attempt is left. Even
   * with concurrent attempts, at most {@link PIN_TRIES} consecutive ones are counted, and {@link PIN_TRIES_WITHOUT_KEY} in all.
   */
  attempt(which: Pick<StoredPin, 'deviceHash' | 'person'>): Promise<StoredPin | null>;
  change(
    which: PinFilter,
    changes: Partial<Pick<StoredPin, 'employeeId' | 'lockMinutes' | 'deviceUsedAt'>>,
  ): Promise<void>;
  /**
   * Records a sign-in and resets `attempts`. After a sign-in with the key, previous attempts no longer count. After a sign-in
   * with the PIN, all but the last attempt, which was correct, are added to `earlierAttempts`. Returns whether the PIN exists.
   */
  recordSignIn(
    id: string,
    by: 'key' | 'pin',
    used: Pick<StoredPin, 'usedAt' | 'deviceUsedAt' | 'sessionHash'>,
  ): Promise<boolean>;
  /** Deletes PINs, and returns them. */
  remove(which: PinFilter): Promise<readonly StoredPin[]>;
}

/** The number of further attempts that a PIN allows. */
export function countRemainingTries({
  attempts,
  earlierAttempts,
}: Pick<StoredPin, 'attempts' | 'earlierAttempts'>): number {
  return Math.min(PIN_TRIES - attempts, PIN_TRIES_WITHOUT_KEY - earlierAttempts - attempts);
}

export const pinFilePath = (directory: string) => join(directory, 'pins.json');

/** Opens the file in which a single gateway stores its PINs. Throws if the file cannot be read. */
export async function openPinFile(file: string): Promise<PinStore> {
  const { rows, save } = await openRowsFile({
    file,
    schema: pinSchema,
    keyOf: ({ id }) => id,
    remedy: 'remove it and everyone sets a new PIN',
  });

  const createPinMatcher = (which: PinFilter) => (pin: StoredPin) =>
    Object.entries(which).every(([field, value]) => pin[field as keyof PinFilter] === value);
  const findPins = (which: PinFilter) => [...rows.values()].filter(createPinMatcher(which));

  async function removeMatchingPins(isGone: (pin: StoredPin) => boolean): Promise<readonly StoredPin[]> {
    const gone = [...rows.values()].filter(isGone);
    for (const { id } of gone) rows.delete(id);
    if (gone.length > 0) await save();
    return gone;
  }

  return {
    async set(pin) {
      const { deviceHash, person } = pin;
      for (const earlier of findPins({ deviceHash, person })) rows.delete(earlier.id);
      const id = randomUUID();
      rows.set(id, { ...pin, id, attempts: 0 });
      await save();
    },
    async list(which, usedSince) {
      await removeMatchingPins(({ deviceUsedAt }) => deviceUsedAt < usedSince);
      return findPins(which);
    },
    async attempt(which) {
      const [found] = findPins(which);
      if (found === undefined || countRemainingTries(found) <= 0) return null;
      const tried = { ...found, attempts: found.attempts + 1 };
      rows.set(tried.id, tried);
      await save();
      return tried;
    },
    async change(which, changes) {
      const pins = findPins(which);
      for (const pin of pins) rows.set(pin.id, { ...pin, ...changes });
      if (pins.length > 0) await save();
    },
    async recordSignIn(id, by, used) {
      const pin = rows.get(id);
      if (pin === undefined) return false;
      const earlierAttempts = by === 'key' ? 0 : pin.earlierAttempts + pin.attempts - 1;
      rows.set(id, { ...pin, ...used, attempts: 0, earlierAttempts });
      await save();
      return true;
    },
    remove: (which) => removeMatchingPins(createPinMatcher(which)),
  };
}
