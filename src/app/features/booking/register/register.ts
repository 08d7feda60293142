import { t } from '@lingui/core/macro';
import { type ApiError, asApiError } from '#app/api/api-error.ts';
import type { NewClientEntry, PetChoice } from '#app/features/booking/booking-schema.ts';
import { isRefusal, KEY_KNOWN_MS, repeatCreate } from '#app/features/booking/create/submit-booking.ts';
import { normalizeText } from '#app/language/normalize-text.ts';
import {
  type CreateClient,
  type CreatePet,
  createClientSchema,
  createPetSchema,
} from '#contract/clients-pets-staff.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';

/** The fields of a new client that are typed. */
export type NewClientField = 'name' | 'phone' | 'email' | 'petName' | 'species';

/** A new client of whom only the text typed for a pet or its owner is known. */
export function newClientFrom(typed: string): NewClientEntry {
  const blank = { name: '', phone: '', email: '', petName: '', species: '', client: null, sent: null };
  if (/^[\d\s+\-()/.]*\d[\d\s+\-()/.]*$/.test(typed)) return { ...blank, phone: typed };
  if (typed.includes('@')) return { ...blank, email: typed };
  return splitName(typed) ? { ...blank, name: typed } : { ...blank, petName: typed };
}

/**
 * First and last name of a full name; null for a single word. The last name is the last word, with the particles
 * before it (`Ludwig van Beethoven`).
 */
export function splitName(name: string): Pick<CreateClient, 'firstName' | 'lastName'> | null {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return null;
  const small = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word));
  const at = small < 0 || small === words.length - 1 ? words.length - 1 : small;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

const client = createClientSchema.shape;
const pet = createPetSchema.shape;

/** The errors of the typed fields. Of a client that is on file already, only the pet's fields count. */
export function newClientFaults(newClient: NewClientEntry): Partial<Record<NewClientField, string>> {
  const { name, phone, email, petName, species } = newClient;
  const names = splitName(name);
  const ofClient = newClient.client
    ? {}
    : {
        ...(names &&
        client.firstName.safeParse(names.firstName).success &&
        client.lastName.safeParse(names.lastName).success
          ? {}
          : { name: t`Enter the first and the last name.` }),
        ...(phone.trim() === '' || client.phone.safeParse(phone).success
          ? {}
          : { phone: t`Enter a phone number such as 0171 234567.` }),
        ...(email.trim() === '' || client.email.safeParse(email).success
          ? {}
          : { email: t`Enter an e-mail address such as rosa@example.com.` }),
      };
  return {
    ...ofClient,
    ...(pet.name.safeParse(petName).success ? {} : { petName: t`Enter the pet’s name.` }),
    ...(pet.species.safeParse(species).success ? {} : { species: t`Enter the species, such as dog or cat.` }),
  };
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '');
/** Numbers are looked for by their last digits, since country codes and leading zeros are often left out. */
const TELLING_DIGITS = 7;

/** Whether two numbers are the same, or one is the other without its country or area code. */
function isSameNumber(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((phone) => digitsOf(phone.replace('(0)', '')).replace(/^0+/, ''))
    .sort((first, second) => first.length - second.length);
  return short === long ? short !== '' : short.length >= TELLING_DIGITS && long.endsWith(short);
}

/** Whether a client on file may be the caller: the same phone number, e-mail address or name. */
export function isPossibleDuplicate({ name, phone, email }: NewClientEntry, known: ReceivedClient): boolean {
  const same = (one: string, other: string) => one !== '' && one === other;
  const plain = (text: string) => normalizeText(text).trim().replace(/\s+/g, ' ');
  return (
    isSameNumber(phone, known.phone ?? '') ||
    same(plain(email), plain(known.email ?? '')) ||
    same(plain(name), plain(known.name))
  );
}

/** The side effects of a registration, replaceable in tests. */
export interface RegisterPorts {
  companyId: string;
  capabilities: Capabilities;
  /** The clients that match a query now. */
  findClients: (query: string) => Promise<readonly ReceivedClient[]>;
  petsOf: (clientId: string) => Promise<readonly ReceivedPet[]>;
  createClient: (client: CreateClient, key: string | null) => Promise<string>;
  createPet: (pet: CreatePet, key: string | null) => Promise<string>;
  newKey: () => string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** Stores the progress before anything is sent. */
  keep: (newClient: NewClientEntry) => void;
}

/** The state of a registration when it needs a decision, or is done. */
export type Step =
  | { kind: 'is-it-client'; clients: readonly ReceivedClient[] }
  | { kind: 'is-it-pet'; pets: readonly ReceivedPet[] }
  | { kind: 'done'; pet: PetChoice }
  /** Nothing was created by the last request. */
  | { kind: 'refused'; error: ApiError }
  /** It is not known whether the last request has created anything. */
  | { kind: 'lost'; step: 'client' | 'pet' }
  /** The result of the lost request was searched for and is not there. */
  | { kind: 'absent' }
  /** The search for existing clients failed; nothing was sent. */
  | { kind: 'unchecked' };

/** Continues a registration: settles what was sent, then looks for existing clients before anything is created. */
export async function register(ports: RegisterPorts, newClient: NewClientEntry): Promise<Step> {
  const { sent } = newClient;
  if (sent && !isKeyKnown(ports, newClient)) return lookFor(ports, newClient, sent.step);
  if (sent?.step === 'client') return registerClient(ports, newClient);
  if (sent?.step === 'pet') return registerPet(ports, newClient);
  if (newClient.client) return takeClient(ports, newClient, newClient.client);
  const clients = await possibleDuplicates(ports, newClient).catch(() => null);
  if (!clients) return { kind: 'unchecked' };
  return clients.length > 0 ? { kind: 'is-it-client', clients } : registerClient(ports, newClient);
}

/** Whether the request may be repeated with its idempotency key. */
function isKeyKnown({ clock }: RegisterPorts, { sent }: NewClientEntry): boolean {
  return sent?.key != null && clock() - sent.at < KEY_KNOWN_MS;
}

/** Searches for the result of a request without a key; the user says whether it is the one. */
async function lookFor(ports: RegisterPorts, newClient: NewClientEntry, step: 'client' | 'pet'): Promise<Step> {
  const owner = step === 'pet' ? newClient.client : null;
  const pets = owner ? await ports.petsOf(owner.id).catch(() => null) : [];
  const clients = owner ? [] : await possibleDuplicates(ports, newClient).catch(() => null);
  if (!pets || !clients) return { kind: 'lost', step };
  // From here on the user decides, seeing who is on file.
  ports.keep({ ...newClient, sent: null });
  if (pets.length > 0) return { kind: 'is-it-pet', pets };
  return clients.length > 0 ? { kind: 'is-it-client', clients } : { kind: 'absent' };
}

/** Clients on file with the same phone number, e-mail address or name, as far as the practice API finds them. */
async function possibleDuplicates(
  { capabilities, findClients }: RegisterPorts,
  newClient: NewClientEntry,
): Promise<ReceivedClient[]> {
  const searched = capabilities.listClients?.fields ?? [];
  const digits = digitsOf(newClient.phone);
  const queries = [
    newClient.name,
    ...(searched.includes('phone') && digits.length >= 4 ? [digits.slice(-TELLING_DIGITS)] : []),
    ...(searched.includes('email') && newClient.email.trim() !== '' ? [newClient.email.trim()] : []),
  ];
  const found = (await Promise.all(queries.map(findClients))).flat();
  const people = new Map(found.filter((one) => isPossibleDuplicate(newClient, one)).map((one) => [one.id, one]));
  return [...people.values()];
}

/** Registers the client, then the pet. */
export async function registerClient(ports: RegisterPorts, newClient: NewClientEntry): Promise<Step> {
  const { capabilities, companyId } = ports;
  const names = splitName(newClient.name);
  if (!names) return { kind: 'unchecked' };
  const optional = (field: 'phone' | 'email') =>
    capabilities.createClient?.fields.includes(field) && newClient[field].trim() !== ''
      ? { [field]: newClient[field].trim() }
      : {};
  const body = { companyId, ...names, ...optional('phone'), ...optional('email') };
  const made = await createOnce(ports, newClient, 'client', (key) => ports.createClient(body, key));
  if (made.kind !== 'created') return made;
  const name = `${names.firstName} ${names.lastName}`;
  const known: NewClientEntry = { ...newClient, sent: null, client: { id: made.id, name } };
  ports.keep(known);
  return registerPet(ports, known);
}

/** Continues with a client on file; where they have pets, asks whether it is one of those. */
export async function takeClient(
  ports: RegisterPorts,
  newClient: NewClientEntry,
  { id, name }: Pick<ReceivedClient, 'id' | 'name'>,
): Promise<Step> {
  const known: NewClientEntry = { ...newClient, sent: null, client: { id, name } };
  ports.keep(known);
  const pets = await ports.petsOf(id).catch(() => null);
  if (!pets) return { kind: 'unchecked' };
  return pets.length > 0 ? { kind: 'is-it-pet', pets } : registerPet(ports, known);
}

/** Registers the pet of a client. */
export async function registerPet(ports: RegisterPorts, newClient: NewClientEntry): Promise<Step> {
  const { client: owner } = newClient;
  if (!owner) return { kind: 'unchecked' };
  const name = newClient.petName.trim();
  const species = newClient.species.trim();
  const body = { companyId: ports.companyId, clientId: owner.id, name, species };
  const made = await createOnce(ports, newClient, 'pet', (key) => ports.createPet(body, key));
  if (made.kind !== 'created') return made;
  return {
    kind: 'done',
    pet: { id: made.id, clientId: owner.id, clientName: owner.name, name, species, breed: null },
  };
}

type Created = { kind: 'created'; id: string } | Extract<Step, { kind: 'refused' | 'lost' }>;

/**
 * Sends a create, or repeats it where it was sent before. Where the answer is lost it is repeated with its key; a
 * create without a key is sent once.
 */
async function createOnce(
  ports: RegisterPorts,
  newClient: NewClientEntry,
  step: 'client' | 'pet',
  send: (key: string | null) => Promise<string>,
): Promise<Created> {
  const { capabilities, clock, sleep, keep } = ports;
  const takesKey = capabilities[step === 'client' ? 'createClient' : 'createPet']?.idempotent === true;
  const isAgain = newClient.sent?.step === step;
  const key = isAgain ? (newClient.sent?.key ?? null) : takesKey ? ports.newKey() : null;
  if (!isAgain) {
    keep({ ...newClient, sent: { step, key, at: clock() } });
    try {
      return { kind: 'created', id: await send(key) };
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error && isRefusal(error)) {
        keep({ ...newClient, sent: null });
        return { kind: 'refused', error };
      }
    }
  }
  if (key === null) return { kind: 'lost', step };
  const answer = await repeatCreate(() => send(key), { clock, sleep });
  if (answer.kind === 'booked') return { kind: 'created', id: answer.id };
  if (answer.kind === 'unknown') return { kind: 'lost', step };
  keep({ ...newClient, sent: null });
  return { kind: 'refused', error: answer.error };
}
