import type { ClientRef } from '#contract/practice-import.ts';
import { type Person, personKey, turnedKeys, wholeName } from './names.ts';

/** How a client can be reached; null where that is not known. */
export interface Contact {
  email: string | null;
  phone: string | null;
}

/** A client of the files. */
export interface Owner extends Contact {
  key: string;
  /** The name as `personKey` has it. */
  name: string;
  isLeftOut: boolean;
  /** Told by lines of pets alone, not by a file of clients. */
  isOfPets: boolean;
}

/** Who a line says that a pet belongs to. */
export type FoundOwner = { owner: Owner } | 'several' | null;

const sameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const digits = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^0+/, '');
const samePhone = (a: string, b: string) =>
  digits(a) === digits(b) || digits(a).endsWith(digits(b)) || digits(b).endsWith(digits(a));

/** Whether two clients of one name can be the same: not where all that both tell differs. */
function canBeSame(owner: Owner, { email, phone }: Contact): boolean {
  const told = [
    owner.email === null || email === null ? null : sameEmail(owner.email, email),
    owner.phone === null || phone === null ? null : samePhone(owner.phone, phone),
  ].filter((same) => same !== null);
  return told.length === 0 || told.includes(true);
}

/** The clients of the files, to be found by pets and visits. */
export function createOwners() {
  const byKey = new Map<string, Owner>();
  const byName = new Map<string, Owner[]>();
  return {
    add({ person, ...about }: Omit<Owner, 'name'> & { person: Person }) {
      if (byKey.get(about.key)?.isLeftOut === false) return;
      const owner: Owner = { ...about, name: personKey(person) };
      byKey.set(owner.key, owner);
      const others = byName.get(owner.name);
      if (others === undefined) byName.set(owner.name, [owner]);
      else others.push(owner);
    },
    withKey: (key: string): Owner | null => byKey.get(key) ?? null,
    /** The one of a name, as far as a contact tells which. */
    find(person: Person, contact: Contact): FoundOwner {
      const name = personKey(person);
      for (const spelling of [name, ...turnedKeys(name)]) {
        const [owner, ...others] = (byName.get(spelling) ?? []).filter((one) => canBeSame(one, contact));
        if (owner !== undefined) return others.length === 0 ? { owner } : 'several';
      }
      return null;
    },
  };
}
export type Owners = ReturnType<typeof createOwners>;

/** A client that is on file by its name, or not at all. */
export const clientNamed = (person: Person): ClientRef => ({ name: wholeName(person) });
