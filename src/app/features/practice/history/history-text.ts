import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { humanizeValue } from '#app/appearance/enum-labels.ts';
import type { Field } from '#app/editor/field.ts';
import { noValueText } from '#app/editor/fields.tsx';
import { type AnyFields, listFields } from '#app/editor/record-kind.ts';
import { companyKind, roomKind, storeKind } from '#app/features/practice/kinds/places.tsx';
import { visitTypeKind } from '#app/features/practice/kinds/visit-type.tsx';
import { keyTypeText, storesText } from '#app/features/practice/people/people-text.ts';
import { personKind } from '#app/features/practice/people/person.tsx';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { instantText } from '#app/text/time-text.ts';
import type { ReceivedPracticeChange } from '#contract/received-practice.ts';

type ChangeSentences = Readonly<Record<string, (name: string) => string>>;

const createdSentences: ChangeSentences = {
  company: (name) => t`Practice set up: ${name}`,
  store: (name) => t`Store added: ${name}`,
  room: (name) => t`Room added: ${name}`,
  appointment_type: (name) => t`Visit type added: ${name}`,
  employee: (name) => t`Person added: ${name}`,
  key: (name) => t`Key created for ${name}`,
};
const changedSentences: ChangeSentences = {
  company: (name) => t`Practice settings changed: ${name}`,
  store: (name) => t`Store changed: ${name}`,
  room: (name) => t`Room changed: ${name}`,
  appointment_type: (name) => t`Visit type changed: ${name}`,
  employee: (name) => t`Person changed: ${name}`,
  key: (name) => t`Key changed for ${name}`,
};
const removedSentences: ChangeSentences = {
  room: (name) => t`Room deleted: ${name}`,
  key: (name) => t`Key revoked for ${name}`,
};

/** The title of an entry, in the practice system's own terms if the app does not know its kind or action. */
export function changeText({ kind, action, name }: ReceivedPracticeChange): string {
  const sentences = Object.entries({
    created: createdSentences,
    changed: changedSentences,
    removed: removedSentences,
  }).find(([knownAction]) => knownAction === action)?.[1];
  const text = Object.entries(sentences ?? {}).find(([knownAction]) => knownAction === kind)?.[1];
  return text?.(isolateText(name)) ?? `${humanizeValue(kind)} · ${humanizeValue(action)} · ${isolateText(name)}`;
}

type FieldTexts = Pick<Field<unknown, unknown, Practice>, 'label' | 'text' | 'value'>;

const positionField: Pick<Field<number>, keyof FieldTexts> = {
  label: () => t({ message: 'Position', comment: 'of a room' }),
  value: z.number(),
  text: (position) => String(position + 1),
};

type StringField = Pick<Field<string, unknown, Practice>, keyof FieldTexts>;

const storeField: StringField = {
  label: () => t`Store`,
  value: z.string(),
  text: (id, { stores }) => storesText([id], stores) || id,
};

const accessField: StringField = {
  label: () => t({ message: 'Key type', comment: 'what a key is good for' }),
  value: z.string(),
  text: keyTypeText,
};

const endField: StringField = {
  label: () => t({ message: 'Ends', comment: 'a key: until when it is valid' }),
  value: z.string(),
  text: (at, { zone }) => (Number.isNaN(Date.parse(at)) ? at : instantText(zone, Date.parse(at))),
};

/** The fields that appear in the history, but in no form. */
const historyOnlyFields: readonly (readonly [name: string, field: FieldTexts])[] = [
  ['position', positionField],
  ['storeId', storeField],
  ['access', accessField],
  ['expiresAt', endField],
];

const fieldsByKind: ReadonlyMap<string, AnyFields<Practice>> = new Map<string, AnyFields<Practice>>([
  [companyKind.name, listFields(companyKind)],
  [storeKind.name, listFields(storeKind)],
  [roomKind.name, listFields(roomKind)],
  [visitTypeKind.name, listFields(visitTypeKind)],
  [personKind.name, listFields(personKind)],
]);

function valueText(field: FieldTexts | undefined, value: unknown, practice: Practice): string {
  if (value === null || value === undefined) return noValueText();
  const parsedValue = field?.value.safeParse(value);
  if (field && parsedValue?.success) return field.text(parsedValue.data, practice);
  return isolateText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The fields whose values are in the title of an entry. */
const TITLE_FIELDS = ['name', 'firstName', 'lastName'];

/**
 * The changes of an entry, one per line, with the values before and after. A created or removed record has only one value.
 */
export function fieldChangeTexts({ kind, action, changes }: ReceivedPracticeChange, practice: Practice): string[] {
  const fields = new Map<string, FieldTexts>([...historyOnlyFields, ...(fieldsByKind.get(kind) ?? [])]);
  return changes
    .filter(({ field }) => action === 'changed' || (fields.has(field) && !TITLE_FIELDS.includes(field)))
    .map(({ field, from, to }) => {
      const found = fields.get(field);
      const name = found?.label() ?? humanizeValue(field);
      const before = valueText(found, from, practice);
      const after = valueText(found, to, practice);
      if (action === 'created') return t({ message: `${name}: ${after}`, comment: 'a field and its value' });
      if (action === 'removed') return t({ message: `${name}: ${before}`, comment: 'a field and its value' });
      return t({ message: `${name}: ${before} → ${after}`, comment: 'a change of a field, from one value to another' });
    });
}
