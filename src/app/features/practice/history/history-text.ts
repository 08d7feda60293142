import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { humanName } from '#app/appearance/enum-labels.ts';
import { categoriesText, categoryText } from '#app/features/practice/fields/categories.ts';
import { accessText, mayText, roleText, storesText } from '#app/features/practice/people/people-text.ts';
import { hoursTexts } from '#app/features/practice/places/places-text.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { translated } from '#app/language/translated.ts';
import { durationText, instantText, zoneCity } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { listText } from '#app/text/list-text.ts';
import { openingHoursSchema } from '#contract/clients-pets-staff.ts';
import type { ReceivedPracticeChange } from '#contract/received-practice.ts';

type Told = Readonly<Record<string, (name: string) => string>>;

const created: Told = {
  company: (name) => t`Practice set up: ${name}`,
  store: (name) => t`Store added: ${name}`,
  room: (name) => t`Room added: ${name}`,
  appointment_type: (name) => t`Visit type added: ${name}`,
  employee: (name) => t`Person added: ${name}`,
  key: (name) => t`Key made for ${name}`,
};
const changed: Told = {
  company: (name) => t`Practice changed: ${name}`,
  store: (name) => t`Store changed: ${name}`,
  room: (name) => t`Room changed: ${name}`,
  appointment_type: (name) => t`Visit type changed: ${name}`,
  employee: (name) => t`Person changed: ${name}`,
  key: (name) => t`Key changed of ${name}`,
};
const removed: Told = {
  room: (name) => t`Room deleted: ${name}`,
  key: (name) => t`Key revoked of ${name}`,
};

/** What an entry is about, in words; as the practice system calls it where the app does not know it. */
export function changeText({ kind, action, name }: ReceivedPracticeChange): string {
  const told = Object.entries({ created, changed, removed }).find(([known]) => known === action)?.[1];
  const text = Object.entries(told ?? {}).find(([known]) => known === kind)?.[1];
  return text?.(isolated(name)) ?? `${humanName(kind)} · ${humanName(action)} · ${isolated(name)}`;
}

const FIELDS: Readonly<Record<string, string>> = translated({
  name: () => t({ message: 'Name', comment: 'of a room, a visit type, or a store' }),
  timeZone: () => t`Time zone`,
  openingHours: () => t`Opening hours`,
  categories: () => t`Visits that the room is for`,
  position: () => t({ message: 'Place in the order', comment: 'of a room' }),
  storeId: () => t`Store`,
  category: () => t({ message: 'Category', comment: 'of a visit type' }),
  durationMinutes: () => t({ message: 'Length', comment: 'of a visit type' }),
  isActive: () => t({ message: 'In use', comment: 'whether a visit type is offered, or a person works here' }),
  firstName: () => t({ message: 'First name', comment: 'of a person' }),
  lastName: () => t({ message: 'Last name', comment: 'of a person' }),
  role: () => t({ message: 'Role', comment: 'what a person does in a practice' }),
  storeIds: () => t`Stores`,
  permissions: () => t({ message: 'May', comment: 'what a person may do: manage, book, view' }),
  access: () => t({ message: 'Access', comment: 'what a key is good for' }),
  expiresAt: () => t({ message: 'Ends', comment: 'a key: until when it is valid' }),
});

const texts = z.array(z.string());
const hours = z.array(openingHoursSchema);

type Values = Pick<Practice, 'company' | 'categories' | 'zone'>;

/** A value of a field in words. */
function valueText(field: string, value: unknown, { company, categories, zone }: Values): string {
  if (value === null || value === undefined) return t({ message: 'none', comment: 'a field has no value' });
  if (typeof value === 'boolean')
    return value
      ? t({ message: 'yes', comment: 'a value in the history' })
      : t({ message: 'no', comment: 'a value in the history' });
  if (field === 'openingHours') {
    const read = hours.safeParse(value).data;
    if (read) return hoursTexts(read).join(' · ');
  }
  const list = texts.safeParse(value).data;
  if (list) {
    if (field === 'permissions') return mayText(list);
    if (field === 'storeIds') return storesText(list, company);
    return field === 'categories' ? categoriesText(list, categories) : listText(list);
  }
  if (typeof value === 'number') {
    if (field === 'position') return String(value + 1);
    return field === 'durationMinutes' ? durationText(value) : String(value);
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (field) {
    case 'role':
      return roleText(text);
    case 'access':
      return accessText(text);
    case 'storeId':
      return storesText([text], company) || text;
    case 'category':
      return categoryText(text, categories);
    case 'timeZone':
      return zoneCity(text);
    case 'expiresAt':
      return Number.isNaN(Date.parse(text)) ? text : instantText(zone, Date.parse(text));
    default:
      return isolated(text);
  }
}

/** The changes of an entry, a line each: the value before and after, or the one that there is. */
export function fieldChangeTexts({ action, changes }: ReceivedPracticeChange, practice: Values): string[] {
  return changes
    .filter(({ field }) => FIELDS[field] !== undefined || action === 'changed')
    .filter(({ field }) => action === 'changed' || !['name', 'firstName', 'lastName'].includes(field))
    .map(({ field, from, to }) => {
      const name = FIELDS[field] ?? humanName(field);
      const before = valueText(field, from, practice);
      const after = valueText(field, to, practice);
      if (action === 'created') return t({ message: `${name}: ${after}`, comment: 'a field and its value' });
      if (action === 'removed') return t({ message: `${name}: ${before}`, comment: 'a field and its value' });
      return t({ message: `${name}: ${before} → ${after}`, comment: 'a change of a field, from one value to another' });
    });
}
