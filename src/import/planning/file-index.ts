import type { ClientRef } from '#contract/practice-import.ts';
import { fullName, looseNameKey, reorderedNames } from '#contract/practice-setup.ts';
import { nameTextKey, type Person, personKey } from './names.ts';

/* Indexes of the clients and pets in the files, for the lines that refer to them. */

/** The contact details of a client; each is null if unknown. */
export interface ContactDetails {
  email: string | null;
  phone: string | null;
}

/** A client in the files. */
export interface FileClient extends ContactDetails {
  key: string;
  /** The names of the person and of the business, normalized by `personKey`. */
  names: readonly string[];
  isLeftOut: boolean;
  /** Whether only lines of pets mention the client, not a file of clients. */
  isOnlyInPetFiles: boolean;
}

/** The client that a line names: `'several'` if more than one matches, null if none does. */
export type FoundClient = { owner: FileClient } | 'several' | null;

const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const phoneDigits = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^0+/, '');
const isSimilarPhone = (a: string, b: string) =>
  phoneDigits(a) === phoneDigits(b) ||
  phoneDigits(a).endsWith(phoneDigits(b)) ||
  phoneDigits(b).endsWith(phoneDigits(a));

/** Whether two clients with the same name can be the same person: yes, unless all details that both have differ. */
function canBeSameClient(owner: FileClient, { email, phone }: ContactDetails): boolean {
  const comparable = [
    owner.email === null || email === null ? null : isSameEmail(owner.email, email),
    owner.phone === null || phone === null ? null : isSimilarPhone(owner.phone, phone),
  ].filter((same) => same !== null);
  return comparable.length === 0 || comparable.includes(true);
}

function addToList<Item>(lists: Map<string, Item[]>, key: string, item: Item) {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Returns the matches for a name or, if there are none, for its other spellings (`reorderedNames`). */
function findByNameOrReversed<Item>(name: string, find: (name: string) => readonly Item[]): Item[] {
  const found = find(name);
  return [...new Set(found.length > 0 ? found : reorderedNames(name).flatMap(find))];
}

/** Creates an index of the clients in the files. */
export function createClientIndex() {
  const byKey = new Map<string, FileClient>();
  const byName = new Map<string, FileClient[]>();
  return {
    add({ person, business, ...about }: Omit<FileClient, 'names'> & { person: Person; business: string | null }) {
      if (byKey.get(about.key)?.isLeftOut === false) return;
      const names = [...new Set([personKey(person), ...(business === null ? [] : [nameTextKey(business)])])];
      const owner: FileClient = { ...about, names };
      byKey.set(owner.key, owner);
      for (const name of names) addToList(byName, name, owner);
    },
    findByKey: (key: string): FileClient | null => byKey.get(key) ?? null,
    /** Finds the client with a name, leaving out clients whose contact details all differ from `contact`. */
    find(person: Person, contact: ContactDetails): FoundClient {
      const find = (name: string) => (byName.get(name) ?? []).filter((one) => canBeSameClient(one, contact));
      const [owner, ...others] = findByNameOrReversed(personKey(person), find);
      if (owner === undefined) return null;
      return others.length === 0 ? { owner } : 'several';
    },
  };
}
export type ClientIndex = ReturnType<typeof createClientIndex>;

/** A reference by name to a client that must already exist. */
export const clientRefByName = (person: Person): ClientRef => ({ name: fullName(person) });

/** A pet in the files. */
interface FilePet {
  key: string;
  name: string;
  /** The key of the pet's client, or the client's name if the client is in no file. */
  owner: { key: string } | { name: string };
  isLeftOut: boolean;
}

/** Creates an index of the pets in the files. */
export function createPetIndex(clientIndex: ClientIndex) {
  const byKey = new Map<string, FilePet>();
  /**
   * The pets, keyed by name and client. Null before its first use and after each added pet, because it can be built only
   * when all clients have been read.
   */
  let byName: Map<string, FilePet[]> | null = null;
  const nameAndOwnerKey = (name: string, kind: 'key' | 'name', owner: string) =>
    `${looseNameKey(name)}\n${kind} ${owner}`;

  function buildIndex(): Map<string, FilePet[]> {
    const index = new Map<string, FilePet[]>();
    for (const pet of byKey.values()) {
      const { name, owner } = pet;
      if ('key' in owner) addToList(index, nameAndOwnerKey(name, 'key', owner.key), pet);
      const ownerNames = 'key' in owner ? (clientIndex.findByKey(owner.key)?.names ?? []) : [owner.name];
      for (const ownerName of ownerNames) addToList(index, nameAndOwnerKey(name, 'name', ownerName), pet);
    }
    return index;
  }

  return {
    add(pet: FilePet) {
      if (byKey.get(pet.key)?.isLeftOut === false) return;
      byKey.set(pet.key, pet);
      byName = null;
    },
    findByKey: (key: string): FilePet | null => byKey.get(key) ?? null,
    /** The pets called `name` whose client has the key `key`. */
    findByOwnerKey(name: string, key: string): readonly FilePet[] {
      byName ??= buildIndex();
      return byName.get(nameAndOwnerKey(name, 'key', key)) ?? [];
    },
    /** The pets called `name` whose client is called `ownerName`, normalized by `personKey`. */
    findByOwnerName(name: string, ownerName: string): readonly FilePet[] {
      byName ??= buildIndex();
      const pets = byName;
      return findByNameOrReversed(ownerName, (one) => pets.get(nameAndOwnerKey(name, 'name', one)) ?? []);
    },
  };
}
export type PetIndex = ReturnType<typeof createPetIndex>;
