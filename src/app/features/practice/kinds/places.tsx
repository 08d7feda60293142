import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { companyName, type DeskCompany } from '#app/api/directory.ts';
import type { Field } from '#app/editor/field.ts';
import { CheckboxesInput, optionalLinesField, optionalTextField, textField } from '#app/editor/fields.tsx';
import { nameProblem } from '#app/editor/name-problem.ts';
import { defineKind } from '#app/editor/record-kind.ts';
import { allAppointmentsText, categoriesText } from '#app/features/practice/fields/categories.ts';
import { hoursField } from '#app/features/practice/fields/hours-field.tsx';
import { zoneField } from '#app/features/practice/fields/zone-field.tsx';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts, tooLongText } from '#app/text/shared-texts.ts';
import { browserZone } from '#app/text/time-text.ts';
import { visitTypeCategories } from '#contract/enums.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { changeCompanySchema, managementBodySchemas } from '#contract/practice-management.ts';
import type { ReceivedStore } from '#contract/received.ts';

const { changeCompany, createStore, changeStore, createRoom, changeRoom } = practiceCalls;

const nameLabel = () => t({ message: 'Name', comment: 'of a room, a visit type, or a store' });
export const nameField = textField({ label: nameLabel });

/** The error if another record in the list has the same name; empty otherwise. */
export function nameTakenProblem({ name }: { name: string }, others: readonly { name: string }[]): { name?: string } {
  const problem = nameProblem(
    name,
    others.map((other) => other.name),
  );
  return problem === null ? {} : { name: problem };
}

export const companyKind = defineKind({
  name: 'company',
  title: (company: DeskCompany) => companyName(company),
  fields: {
    name: textField({ label: nameLabel, hint: () => t`The name of the practice, shown on key cards and day sheets.` }),
  },
  change: { operation: 'changeCompany', ...changeCompany, input: changeCompanySchema },
});

const isAccepted = (field: 'phone' | 'email' | 'address' | 'website', text: string) =>
  managementBodySchemas.store.create.shape[field].safeParse(text).success;

const MAX_ADDRESS_LINES = 4;
const MAX_ADDRESS_LENGTH = 300;

function addressProblem(text: string): string | null {
  if (text.split('\n').length > MAX_ADDRESS_LINES) return t`Use at most four lines.`;
  if (text.length > MAX_ADDRESS_LENGTH) return tooLongText(MAX_ADDRESS_LENGTH);
  return isAccepted('address', text) ? null : t`This contains a character that can’t be saved.`;
}

const plainWebsiteField = optionalTextField({
  label: () => t({ message: 'Web site', comment: 'of a store' }),
  problem: (text) => (isAccepted('website', text) ? null : t`Enter an address such as https://www.example.com.`),
});
/** The field for a web site. If the protocol was not typed, `https://` is added. */
const websiteField: typeof plainWebsiteField = {
  ...plainWebsiteField,
  read(typed, reference) {
    const isBare = typed.trim() !== '' && !typed.includes('://');
    return plainWebsiteField.read(isBare ? `https://${typed.trim()}` : typed, reference);
  },
};

export const storeKind = defineKind({
  name: 'store',
  title: ({ name }: ReceivedStore) => name,
  fields: {
    name: nameField,
    timeZone: zoneField,
    phone: optionalTextField({
      label: () => t`Phone`,
      problem: (text) => (isAccepted('phone', text) ? null : texts.enterPhone),
    }),
    email: optionalTextField({
      label: () => t`E-mail`,
      hint: () => t`Clients’ replies to messages arrive here.`,
      problem: (text) => (isAccepted('email', text) ? null : texts.enterEmail),
    }),
    address: optionalLinesField({
      label: () => t({ message: 'Address', comment: 'of a store: street and town' }),
      hint: () => t`Street and town, as shown in messages to clients.`,
      problem: addressProblem,
      joined: factsText,
    }),
    website: websiteField,
    openingHours: hoursField,
  },
  create: {
    endpoint: { operation: 'createStore', ...createStore, input: managementBodySchemas.store.create },
    label: () => t({ message: 'New store', comment: 'a location of the practice' }),
    // The form of a new store starts with the time zone and the opening hours of the first store.
    blank: ({ stores: [first] }: Practice) => ({
      name: '',
      timeZone: first?.timeZone ?? browserZone,
      openingHours: first?.openingHours ?? [],
      ...{ phone: null, email: null, address: null, website: null },
    }),
  },
  change: { operation: 'changeStore', ...changeStore, input: managementBodySchemas.store.change },
  row: ({ timeZone, phone, address }) => [
    'openingHours',
    ...(timeZone === browserZone ? [] : (['timeZone'] as const)),
    ...(phone === null ? [] : (['phone'] as const)),
    ...(address === null ? [] : (['address'] as const)),
  ],
  problems: nameTakenProblem,
});

const categoriesField: Field<string[], string[], Practice> = {
  label: () => t({ message: 'Used for', comment: 'of a room: for which categories of appointments' }),
  value: z.array(z.string()),
  input: z.array(z.string()),
  text: (chosen, { categories }) => categoriesText(chosen, categories),
  begin: (chosen) => chosen,
  // A category that the API does not define cannot be saved, so it is left out.
  read: (typed) => ({ value: visitTypeCategories.filter((category) => typed.includes(category)) }),
  options: ({ categories }) => categories,
  hint: () => allAppointmentsText(),
  Input: CheckboxesInput,
  isWide: true,
};

export const roomKind = defineKind({
  name: 'room',
  title: ({ name }: ReceivedStore['rooms'][number]) => name,
  fields: { name: nameField, categories: categoriesField },
  create: {
    endpoint: { operation: 'createRoom', ...createRoom, input: managementBodySchemas.room.create },
    label: () => t({ message: 'New room', comment: 'button: adds a room to a store' }),
    blank: () => ({ name: '', categories: [] }),
  },
  change: { operation: 'changeRoom', ...changeRoom, input: managementBodySchemas.room.change },
  row: () => ['categories'],
  problems: nameTakenProblem,
});
