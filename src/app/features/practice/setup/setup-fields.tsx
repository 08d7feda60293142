import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { TextArea, TextField } from '#app/components/text-field.tsx';
import type { Field, FieldInputProps } from '#app/editor/field.ts';
import { optionalTextField, switchField, textField } from '#app/editor/fields.tsx';
import { nameProblem } from '#app/editor/name-problem.ts';
import { readFields } from '#app/editor/record-values.ts';
import { foldedHoursField } from '#app/features/practice/fields/hours-field.tsx';
import { zoneField } from '#app/features/practice/fields/zone-field.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { defaultRooms, defaultVisitTypes } from '#app/session/default-practice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { browserZone } from '#app/text/time-text.ts';
import {
  defaultOpeningHours,
  fullName,
  looseNameKey,
  type PracticeSetup,
  splitFullName,
} from '#contract/practice-setup.ts';
import { normalizeText } from '#reading/text.ts';

export const setupTitle = () =>
  t({ message: 'Set up your practice', comment: 'the page on which a practice is set up' });

const MAX_ROOMS = 50;

/** The typed number of rooms; null if it is not valid. */
function readRoomCount(typed: string): number | null {
  const text = normalizeText(typed);
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MAX_ROOMS ? count : null;
}

const roomsField: Field<number, string> = {
  label: () => t`Number of rooms`,
  value: z.number(),
  input: z.string(),
  text: String,
  begin: (count) => count.toLocaleString(shownLocale),
  read(typed) {
    const count = readRoomCount(typed);
    return count === null ? { problem: t`Enter a number from 1 to ${MAX_ROOMS}.` } : { value: count };
  },
  Input: RoomsInput,
};

/** The input for the number of rooms, with a hint that lists the names they will have. */
function RoomsInput({ label, value, onChange, onBlur, error }: FieldInputProps<string>) {
  const count = readRoomCount(value);
  const hint = count === null ? undefined : listText(defaultRooms(count).map(({ name }) => name));
  return <TextField {...{ label, hint, value, onChange, onBlur, error }} />;
}

/** The problem with a list of names in which one occurs twice; null if there is none. */
function duplicateNameProblem(names: readonly string[]): string | null {
  const keys = names.map(looseNameKey);
  const twice = names.find((_, index) => keys.indexOf(keys[index] ?? '') < index);
  if (twice === undefined) return null;
  const name = isolateText(twice);
  return t({ message: `${name} is listed twice.`, comment: 'a person in a list of names' });
}

/** The field for the names of the other vets. A person is created for each name. */
const vetsField: Field<string[], string> = {
  label: () => t`Other vets`,
  hint: () => t`Names, separated by commas. Each vet gets a sign-in key.`,
  value: z.array(z.string()),
  input: z.string(),
  text: listText,
  begin: (names) => names.join(', '),
  read(typed) {
    const names = typed
      .split(/[,;،\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const problem = names.map((name) => nameProblem(name)).find((one) => one !== null) ?? duplicateNameProblem(names);
    return problem ? { problem } : { value: names };
  },
  isOptional: true,
  Input: ({ isOptional, options: _, showProblems: __, reference: ___, ...props }) => (
    <TextArea {...props} optional={isOptional} />
  ),
  isWide: true,
};

/**
 * The fields of the form, in the order in which they are shown. Only the names of the practice and of the person must be
 * entered.
 */
export const setupFields = {
  name: textField({ label: () => t`Name of the practice`, isWide: true }),
  firstName: textField({ label: () => t`Your first name` }),
  lastName: optionalTextField({ label: () => t`Your last name` }),
  isVet: switchField({ label: () => t`I am a vet` }),
  hours: foldedHoursField,
  zone: zoneField,
  rooms: roomsField,
  vets: vetsField,
};

/** The schema of the form's input, which is also stored in the draft. */
export const setupInputSchema = z.object({
  name: setupFields.name.input,
  firstName: setupFields.firstName.input,
  lastName: setupFields.lastName.input,
  isVet: setupFields.isVet.input,
  hours: setupFields.hours.input,
  zone: setupFields.zone.input,
  rooms: setupFields.rooms.input,
  vets: setupFields.vets.input,
});
export type SetupInput = z.infer<typeof setupInputSchema>;

export function createBlankSetup(): SetupInput {
  return {
    ...{ name: '', firstName: '', lastName: '', isVet: true },
    hours: foldedHoursField.begin([...defaultOpeningHours]),
    zone: zoneField.begin(browserZone),
    rooms: roomsField.begin(3),
    vets: '',
  };
}

type SetupPerson = PracticeSetup['people'][number];

/** Reads the input as a practice with one store of the same name, or returns the problems with the fields. */
export function readSetup(
  input: SetupInput,
): { practice: PracticeSetup } | { problems: Partial<Record<keyof SetupInput, string>> } {
  const { values, problems } = readFields(setupFields, input, null);
  if (values === null) return { problems };
  const { name, firstName, lastName, isVet, hours, zone, rooms } = values;
  const you: SetupPerson = { firstName, lastName: lastName ?? '', role: isVet ? 'vet' : 'manager', may: 'manage' };
  const vets = values.vets.map((vet): SetupPerson => ({ ...splitFullName(vet), role: 'vet', may: 'book' }));
  const twice = duplicateNameProblem([fullName(you), ...values.vets]);
  if (twice !== null) return { problems: { vets: twice } };
  return {
    practice: {
      name,
      store: { name, timeZone: zone ?? browserZone, openingHours: hours, rooms: defaultRooms(rooms) },
      visitTypes: defaultVisitTypes(),
      people: [you, ...vets],
    },
  };
}
