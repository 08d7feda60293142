import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import type { Field } from '#app/editor/field.ts';
import {
  noValueText,
  optionalChoiceField,
  optionalDateField,
  optionalTextField,
  switchField,
  textField,
} from '#app/editor/fields.tsx';
import { nameProblem } from '#app/editor/name-problem.ts';
import { defineKind } from '#app/editor/record-kind.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts, tooLongText } from '#app/text/shared-texts.ts';
import { calls } from '#contract/calls.ts';
import {
  changeClientSchema,
  changePetSchema,
  createClientSchema,
  createPetSchema,
} from '#contract/clients-pets-staff.ts';
import { type ReceivedClient, type ReceivedPet, receivedClientSchema, receivedPetSchema } from '#contract/received.ts';
import { ClientInput } from './client-input.tsx';
import { dateProblems } from './date-problems.ts';
import {
  contactChannelText,
  contactOptions,
  languageOptions,
  languageText,
  recallContactOptions,
  recallContactText,
} from './message-settings-text.ts';

/** The data that the form of a pet needs besides the pet itself. */
export interface PetReference {
  companyId: string;
  /** The latest current date among the stores, `YYYY-MM-DD`. */
  today: string;
  /** The IANA zone whose current date is marked in the date picker. */
  zone: string;
  /** Species on file, which are suggested while typing. */
  species: readonly string[];
  breeds: readonly string[];
  sexes: readonly string[];
  /** The pet's client, as named in the record. */
  client: { id: string | null; name: string };
}

const MAX_TEXT_LENGTH = 200;

function shortTextProblem(text: string): string | null {
  return text.length > MAX_TEXT_LENGTH ? tooLongText(MAX_TEXT_LENGTH) : nameProblem(text);
}

const isValidContact = (field: 'phone' | 'email', text: string) =>
  createClientSchema.shape[field].safeParse(text).success;

const alertField = (hint: () => string) =>
  optionalTextField({
    label: () => t({ message: 'Alert', comment: 'what everyone must know about a pet or a client' }),
    hint,
    problem: shortTextProblem,
    isWide: true,
  });

const activeField = switchField({
  label: () => t({ message: 'Active', comment: 'of a pet or a client: still comes to the practice' }),
  isShown: ({ isNew }) => !isNew,
});

export const newClientText = () => t`New client`;
export const addPetText = () => t`Add pet`;

/** A client, as edited on their page, and as registered on the page of all clients. */
export const clientKind = defineKind({
  name: 'client',
  title: ({ name }: ReceivedClient) => name,
  fields: {
    firstName: textField({ label: () => t`First name`, problem: shortTextProblem }),
    lastName: textField({ label: () => t`Last name`, problem: shortTextProblem }),
    phone: optionalTextField({
      label: () => t`Phone`,
      problem: (text) => (isValidContact('phone', text) ? null : texts.enterPhone),
    }),
    email: optionalTextField({
      label: () => t`E-mail`,
      problem: (text) => (isValidContact('email', text) ? null : texts.enterEmail),
    }),
    contactBy: optionalChoiceField({
      label: () => t({ message: 'Messages', comment: 'to a client: how they are written to' }),
      none: () => t`By e-mail, otherwise by SMS`,
      options: contactOptions,
      other: contactChannelText,
    }),
    recallsBy: optionalChoiceField({
      label: () => t({ message: 'When a pet is due again', comment: 'to a client: how they are written to then' }),
      none: () =>
        t({ message: 'Same as other messages', comment: 'how a client is written to when a pet is due again' }),
      options: recallContactOptions,
      other: recallContactText,
    }),
    language: optionalChoiceField({
      label: () => t({ message: 'Language of messages', comment: 'to a client' }),
      none: () => t`Same as the practice’s messages`,
      options: languageOptions,
      other: languageText,
    }),
    alert: alertField(() => t`Shown to everyone at the desk, for example “pays in advance”`),
    isActive: activeField,
  },
  create: {
    endpoint: { operation: 'createClient', ...calls.createClient, input: createClientSchema },
    label: newClientText,
    blank: () => ({
      ...{ firstName: '', lastName: '', phone: null, email: null },
      ...{ contactBy: null, recallsBy: null, language: null, alert: null, isActive: true },
    }),
  },
  change: { operation: 'changeClient', ...calls.changeClient, input: changeClientSchema },
  version: { of: ({ updatedAt }) => updatedAt ?? '', record: receivedClientSchema },
});

const futureDateText = () => t`This date is in the future.`;

/**
 * A field for an optional calendar day that is not in the future. The practice system makes the final decision, based on its
 * own clock.
 */
const pastDateField = (label: () => string) =>
  optionalDateField<PetReference>({
    label,
    problem: (date, { today }) => (date > today ? futureDateText() : null),
    refused: futureDateText,
    isPast: true,
  });

const changePetEndpoint = { operation: 'changePet', ...calls.changePet, input: changePetSchema };
const petVersion = { of: ({ updatedAt }: ReceivedPet) => updatedAt ?? '', record: receivedPetSchema };

/** A pet, as edited on its page, and as added on its client's page. */
export const petKind = defineKind({
  name: 'pet',
  title: ({ name }: ReceivedPet) => name,
  fields: {
    name: textField<PetReference>({ label: () => t`Name`, problem: shortTextProblem }),
    species: textField({
      label: () => t`Species`,
      problem: shortTextProblem,
      suggestions: ({ species }: PetReference) => species,
    }),
    breed: optionalTextField({
      label: () => t`Breed`,
      problem: shortTextProblem,
      suggestions: ({ breeds }: PetReference) => breeds,
    }),
    sex: optionalTextField({
      label: () => t`Sex`,
      problem: shortTextProblem,
      suggestions: ({ sexes }: PetReference) => sexes,
    }),
    dateOfBirth: pastDateField(() => t({ message: 'Born', comment: 'field: the day when a pet was born' })),
    deceasedOn: pastDateField(() => t({ message: 'Died', comment: 'field: the day when a pet died' })),
    alert: alertField(() => t`Shown to everyone at the desk, for example “bites”`),
    isActive: activeField,
  },
  create: {
    endpoint: { operation: 'createPet', ...calls.createPet, input: createPetSchema },
    label: addPetText,
    blank: () => ({
      ...{ name: '', species: '', breed: null, sex: null, dateOfBirth: null, deceasedOn: null },
      ...{ alert: null, isActive: true },
    }),
  },
  change: changePetEndpoint,
  problems: dateProblems,
  version: petVersion,
});

/** The client of a pet. It is edited in a form of its own, which moves the pet to another client. */
export const clientOfPetKind = defineKind({
  name: 'client of a pet',
  title: ({ name }: ReceivedPet) => name,
  fields: {
    clientId: {
      label: () => t`Client`,
      value: z.nullable(z.string()),
      input: z.string(),
      text: (value, { client }) => (value === client.id ? isolateText(client.name) : noValueText()),
      begin: (value) => value ?? '',
      read: (typed) => (typed === '' ? { problem: t`Choose the client.` } : { value: typed }),
      Input: ClientInput,
      isWide: true,
    } satisfies Field<string | null, string, PetReference>,
  },
  change: changePetEndpoint,
  note: () => (
    <p className="text-muted">
      <Trans>
        The pet moves with its history. Appointments that are already booked stay with the client they were booked for.
      </Trans>
    </p>
  ),
  version: petVersion,
});
