import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { PIN_TRIES } from '#contract/desk.ts';
import { openRowsFile } from './rows-file.ts';

const pinSchema = z.object({
  /** Names the row to managers, and opens nothing. */
  id: z.string(),
  /** The hash of the id in the browser's device cookie, under the pepper (`pins.ts`). */
  deviceHash: z.string(),
  /** The user id of the person (`createUserId`), and how the browser calls them. */
  person: z.string(),
  name: z.string().nullable(),
  /** The person as an employee; null where the practice API does not say whose key it is. */
  employeeId: z.string().nullable(),
  keyHash: z.string(),
  /** The key, sealed (`pins.ts`). */
  sealed: z.string(),
  /** Such as `Chrome on Windows`; null where that is not known. */
  browser: z.string().nullable(),
  /** How often in a row the PIN was tried without success. */
  attempts: z.int(),
  /** In epoch milliseconds: when the PIN was set, when the person last used it, and when anybody last used the browser. */
  createdAt: z.number(),
  usedAt: z.number(),
  deviceUsedAt: z.number(),
  /** The hash of the session that was opened last with it. */
  sessionHash: z.string(),
});

/** The PIN of one person in one browser, with their key. */
export type StoredPin = z.infer<typeof pinSchema>;

/** The PINs of all browsers. Those of a browser that was last used before `usedSince` (epoch milliseconds) are deleted. */
export interface PinStore {
  /** Adds a PIN in place of an earlier one of that person in that browser. */
  set(pin: Omit<StoredPin, 'id' | 'attempts'>): Promise<void>;
  ofDevice(deviceHash: string, usedSince: number): Promise<readonly StoredPin[]>;
  ofEmployee(employeeId: string, usedSince: number): Promise<readonly StoredPin[]>;
  /**
   * Counts an attempt before it is checked, and returns the PIN that it is for; null where there is none, or no attempt is left. However many
   * come at the same moment, no more than {@link PIN_TRIES} in a row are counted.
   */
  attempt(which: Pick<StoredPin, 'deviceHash' | 'person'>): Promise<StoredPin | null>;
  /** Notes that the person has signed in, which gives back all attempts. False where the PIN has ended meanwhile. */
  succeed(id: string, used: { at: number; sessionHash: string }): Promise<boolean>;
  /** Notes that a browser is in use. */
  touch(deviceHash: string, at: number): Promise<void>;
  /** Deletes the PINs that have all of these values, and returns them. */
  remove(
    which: Partial<Pick<StoredPin, 'id' | 'keyHash' | 'deviceHash' | 'person' | 'employeeId'>>,
  ): Promise<readonly StoredPin[]>;
}

export const pinFile = (directory: string) => join(directory, 'pins.json');

/** The PINs in a file, for one gateway alone. */
export async function openPinFile(file: string): Promise<PinStore> {
  const { rows, save } = await openRowsFile({
    file,
    schema: pinSchema,
    keyOf: ({ id }) => id,
    remedy: 'remove it and everyone sets a new PIN',
  });

  async function removeWhere(isGone: (pin: StoredPin) => boolean): Promise<readonly StoredPin[]> {
    const gone = [...rows.values()].filter(isGone);
    for (const { id } of gone) rows.delete(id);
    if (gone.length > 0) await save();
    return gone;
  }

  async function list(usedSince: number, isListed: (pin: StoredPin) => boolean): Promise<readonly StoredPin[]> {
    await removeWhere(({ deviceUsedAt }) => deviceUsedAt < usedSince);
    return [...rows.values()].filter(isListed);
  }

  return {
    async set(pin) {
      const { deviceHash, person } = pin;
      for (const [id, row] of rows) if (row.deviceHash === deviceHash && row.person === person) rows.delete(id);
      const id = randomUUID();
      rows.set(id, { ...pin, id, attempts: 0 });
      await save();
    },
    ofDevice: (deviceHash, usedSince) => list(usedSince, (pin) => pin.deviceHash === deviceHash),
    ofEmployee: (employeeId, usedSince) => list(usedSince, (pin) => pin.employeeId === employeeId),
    async attempt({ deviceHash, person }) {
      const found = [...rows.values()].find((pin) => pin.deviceHash === deviceHash && pin.person === person);
      if (found === undefined || found.attempts >= PIN_TRIES) return null;
      const tried = { ...found, attempts: found.attempts + 1 };
      rows.set(tried.id, tried);
      await save();
      return tried;
    },
    async succeed(id, { at, sessionHash }) {
      const pin = rows.get(id);
      if (pin === undefined) return false;
      rows.set(id, { ...pin, attempts: 0, usedAt: at, deviceUsedAt: at, sessionHash });
      await save();
      return true;
    },
    async touch(deviceHash, at) {
      for (const pin of rows.values())
        if (pin.deviceHash === deviceHash) rows.set(pin.id, { ...pin, deviceUsedAt: at });
      await save();
    },
    remove: (which) =>
      removeWhere((pin) => Object.entries(which).every(([field, value]) => pin[field as keyof StoredPin] === value)),
  };
}
