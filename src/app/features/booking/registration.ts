import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { texts, tooLongText } from '#app/text/shared-texts.ts';
import { createClientSchema, createPetSchema } from '#contract/clients-pets-staff.ts';
import type { Capabilities } from '#contract/desk.ts';
import { detectContactKind } from '#reading/phone.ts';

const clientOnFileSchema = z.object({ id: z.string(), name: z.string() });

/** The fields of a new pet and its client in the form, as typed. */
export const newPetSchema = z.object({
  /** The client, if they are already on file; null for a new client. */
  client: z.nullable(clientOnFileSchema),
  clientName: z.string(),
  phone: z.string(),
  email: z.string(),
  petName: z.string(),
  species: z.string(),
  breed: z.string(),
});
export type NewPetValues = z.infer<typeof newPetSchema>;
export type NewPetField = Exclude<keyof NewPetValues, 'client'>;

const newClientSchema = z.pick(createClientSchema, { firstName: true, lastName: true, phone: true, email: true });
const registeredPetSchema = z.pick(createPetSchema, { name: true, species: true, breed: true });

/** The records to register before a booking: a pet, and a client unless the client is on file. */
export const registrationSchema = z.object({
  client: z.union([clientOnFileSchema, newClientSchema]),
  pet: registeredPetSchema,
});
export type Registration = z.output<typeof registrationSchema>;

/**
 * The fields that the practice API can store; null if it cannot register a client with a pet. Registration needs
 * idempotency keys, since otherwise neither could be found after a lost response.
 */
export function registrationFields({ createClient, createPet }: Capabilities): readonly NewPetField[] | null {
  if (!createClient?.idempotent || !createPet?.idempotent) return null;
  const optional = (['phone', 'email'] as const).filter((field) => createClient.fields.includes(field));
  return [
    'clientName',
    ...optional,
    'petName',
    'species',
    ...(createPet.fields.includes('breed') ? (['breed'] as const) : []),
  ];
}

/**
 * Fills in one of the fields of a new client and pet from a text that was typed: a phone number, an e-mail address, or the name
 * of a client or a pet.
 */
export function parseNewPetText(typed: string): NewPetValues {
  const blank = { client: null, clientName: '', phone: '', email: '', petName: '', species: '', breed: '' };
  const contact = detectContactKind(typed);
  if (contact !== null) return { ...blank, [contact]: typed };
  return splitClientName(typed) ? { ...blank, clientName: typed } : { ...blank, petName: typed };
}

/**
 * Splits a full name into first and last name; null if it is a single word. The last name is the last word with the
 * particles before it (`Ludwig van Beethoven`).
 */
export function splitClientName(typed: string): { firstName: string; lastName: string } | null {
  const words = typed.trim().split(/\s+/);
  if (words.length < 2) return null;
  const small = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word));
  const at = small < 0 || small === words.length - 1 ? words.length - 1 : small;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

/** Builds the registration from the typed fields, or returns their errors. Fields that are not in `fields` are ignored. */
export function parseRegistration(
  values: NewPetValues,
  fields: readonly NewPetField[],
): { registration: Registration } | { errors: Partial<Record<NewPetField, string>> } {
  const typedValue = (field: NewPetField) => (fields.includes(field) ? values[field].trim() : '') || null;
  const client = newClientSchema.safeParse({
    ...splitClientName(values.clientName),
    phone: typedValue('phone'),
    email: typedValue('email'),
  });
  const pet = registeredPetSchema.safeParse({
    name: values.petName,
    species: values.species,
    breed: typedValue('breed'),
  });
  const owner = values.client ?? client.data;
  if (owner && pet.success) return { registration: { client: owner, pet: pet.data } };
  const issues = [...(owner ? [] : (client.error?.issues ?? [])), ...(pet.error?.issues ?? [])];
  const errors: Partial<Record<NewPetField, string>> = {};
  for (const { path } of issues) {
    const field = formFields[path[0] as keyof typeof formFields];
    errors[field] = errorText(field);
  }
  return { errors };
}

const formFields = {
  firstName: 'clientName',
  lastName: 'clientName',
  phone: 'phone',
  email: 'email',
  name: 'petName',
  species: 'species',
  breed: 'breed',
} as const satisfies Record<string, NewPetField>;

function errorText(field: NewPetField): string {
  switch (field) {
    case 'clientName':
      return t`Enter the first and last name.`;
    case 'phone':
      return texts.enterPhone;
    case 'email':
      return texts.enterEmail;
    case 'petName':
      return t`Enter the pet’s name.`;
    case 'species':
      return t`Enter the species, such as dog or cat.`;
    case 'breed':
      return tooLongText();
  }
}
