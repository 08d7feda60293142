import { t } from '@lingui/core/macro';
import { type ApiError, asApiError } from '#app/api/api-error.ts';
import type { Newcomer, PetChoice } from '#app/features/booking/booking-schema.ts';
import { repeatCreate } from '#app/features/booking/create/find-booking.ts';
import { isRefusal, KEY_KNOWN_MS } from '#app/features/booking/create/submit-booking.ts';
import { folded } from '#app/language/folded.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';
import { type CreateClient, type CreatePet, createClientSchema, createPetSchema } from '#contract/resources.ts';

/** The fields of a new client that are typed. */
export type NewcomerField = 'name' | 'phone' | 'email' | 'petName' | 'species';

/** A new client of whom only the text typed for a pet or its owner is known. */
export function newcomerOf(typed: string): Newcomer {
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
export function newcomerFaults(newcomer: Newcomer): Partial<Record<NewcomerField, string>> {
  const { name, phone, email, petName, species } = newcomer;
  const names = splitName(name);
  const ofClient = newcomer.client
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
export function isAlike({ name, phone, email }: Newcomer, known: ReceivedClient): boolean {
  const same = (one: string, other: string) => one !== '' && one === other;
  const plain = (text: string) => folded(text).trim().replace(/\s+/g, ' ');
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
  keep: (newcomer: Newcomer) => void;
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
export async function register(ports: RegisterPorts, newcomer: Newcomer): Promise<Step> {
  const { sent } = newcomer;
  if (sent && !isKeyKnown(ports, newcomer)) return lookFor(ports, newcomer, sent.step);
  if (sent?.step === 'client') return registerClient(ports, newcomer);
  if (sent?.step === 'pet') return registerPet(ports, newcomer);
  if (newcomer.client) return takeClient(ports, newcomer, newcomer.client);
  const clients = await alike(ports, newcomer).catch(() => null);
  if (!clients) return { kind: 'unchecked' };
  return clients.length > 0 ? { kind: 'is-it-client', clients } : registerClient(ports, newcomer);
}

/** Whether the request may be repeated with its idempotency key. */
function isKeyKnown({ clock }: RegisterPorts, { sent }: Newcomer): boolean {
  return sent?.key != null && clock() - sent.at < KEY_KNOWN_MS;
}

/** Searches for the result of a request without a key; the user says whether it is the one. */
async function lookFor(ports: RegisterPorts, newcomer: Newcomer, step: 'client' | 'pet'): Promise<Step> {
  const found =
    step === 'pet' && newcomer.client
      ? await ports.petsOf(newcomer.client.id).then(
          (pets): Step => ({ kind: 'is-it-pet', pets }),
          () => null,
        )
      : await alike(ports, newcomer).then(
          (clients): Step => ({ kind: 'is-it-client', clients }),
          () => null,
        );
  if (!found) return { kind: 'lost', step };
  const isThere =
    found.kind === 'is-it-pet' ? found.pets.length > 0 : found.kind === 'is-it-client' && found.clients.length > 0;
  // From here on the user decides, seeing who is on file.
  ports.keep({ ...newcomer, sent: null });
  return isThere ? found : { kind: 'absent' };
}

/** Clients on file with the same phone number, e-mail address or name, as far as the practice API finds them. */
async function alike({ capabilities, findClients }: RegisterPorts, newcomer: Newcomer): Promise<ReceivedClient[]> {
  const { findClientsBy } = capabilities;
  const digits = digitsOf(newcomer.phone);
  const queries = [
    newcomer.name,
    ...(findClientsBy.includes('phone') && digits.length >= 4 ? [digits.slice(-TELLING_DIGITS)] : []),
    ...(findClientsBy.includes('email') && newcomer.email.trim() !== '' ? [newcomer.email.trim()] : []),
  ];
  const found = (await Promise.all(queries.map(findClients))).flat();
  const people = new Map(found.filter((one) => isAlike(newcomer, one)).map((one) => [one.id, one]));
  return [...people.values()];
}

/** Registers the client, then the pet. */
export async function registerClient(ports: RegisterPorts, newcomer: Newcomer): Promise<Step> {
  const { capabilities, companyId } = ports;
  const names = splitName(newcomer.name);
  if (!names) return { kind: 'unchecked' };
  const optional = (field: 'phone' | 'email') =>
    capabilities.createClient?.includes(field) && newcomer[field].trim() !== ''
      ? { [field]: newcomer[field].trim() }
      : {};
  const body = { companyId, ...names, ...optional('phone'), ...optional('email') };
  const made = await createOnce(ports, newcomer, 'client', (key) => ports.createClient(body, key));
  if (made.kind !== 'created') return made;
  const name = `${names.firstName} ${names.lastName}`;
  const known: Newcomer = { ...newcomer, sent: null, client: { id: made.id, name } };
  ports.keep(known);
  return registerPet(ports, known);
}

/** Continues with a client on file; where they have pets, asks whether it is one of those. */
export async function takeClient(
  ports: RegisterPorts,
  newcomer: Newcomer,
  { id, name }: Pick<ReceivedClient, 'id' | 'name'>,
): Promise<Step> {
  const known: Newcomer = { ...newcomer, sent: null, client: { id, name } };
  ports.keep(known);
  const pets = await ports.petsOf(id).catch(() => null);
  if (!pets) return { kind: 'unchecked' };
  return pets.length > 0 ? { kind: 'is-it-pet', pets } : registerPet(ports, known);
}

/** Registers the pet of a client. */
export async function registerPet(ports: RegisterPorts, newcomer: Newcomer): Promise<Step> {
  const { client: owner } = newcomer;
  if (!owner) return { kind: 'unchecked' };
  const name = newcomer.petName.trim();
  const species = newcomer.species.trim();
  const body = { companyId: ports.companyId, clientId: owner.id, name, species };
  const made = await createOnce(ports, newcomer, 'pet', (key) => ports.createPet(body, key));
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
  newcomer: Newcomer,
  step: 'client' | 'pet',
  send: (key: string | null) => Promise<string>,
): Promise<Created> {
  const { capabilities, clock, sleep, keep } = ports;
  const takesKey = capabilities.idempotencyKey.includes(step === 'client' ? 'createClient' : 'createPet');
  const isAgain = newcomer.sent?.step === step;
  const key = isAgain ? (newcomer.sent?.key ?? null) : takesKey ? ports.newKey() : null;
  if (!isAgain) {
    keep({ ...newcomer, sent: { step, key, at: clock() } });
    try {
      return { kind: 'created', id: await send(key) };
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error && isRefusal(error)) {
        keep({ ...newcomer, sent: null });
        return { kind: 'refused', error };
      }
    }
  }
  if (key === null) return { kind: 'lost', step };
  const answer = await repeatCreate({ send: () => send(key), clock, sleep });
  if (answer.kind === 'booked') return { kind: 'created', id: answer.id };
  if (answer.kind === 'unknown') return { kind: 'lost', step };
  keep({ ...newcomer, sent: null });
  return { kind: 'refused', error: answer.error };
}
