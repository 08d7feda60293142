import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { nameFault } from '#app/editor/name-fault.ts';
import { minutesFault, minutesOf } from '#app/features/practice/fields/faults.ts';
import { readHours, typedHours } from '#app/features/practice/fields/hours.ts';
import { browserZone, durationText } from '#app/scheduling/time-text.ts';
import { employeeRoles } from '#contract/clients-pets-staff.ts';
import { visitTypeCategorySchema } from '#contract/enums.ts';
import { fullName, isTimeZone, type PracticeSetup, practiceSetupSchema } from '#contract/practice-setup.ts';

const personSchema = z.object({
  key: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(employeeRoles),
  may: z.enum(['view', 'book', 'manage']),
});

/** What the form has while it is filled in, and a draft of it: of the right shape, as typed. */
export const setupValuesSchema = z.object({
  name: z.string(),
  zone: z.string(),
  /** What was typed for the zone and is none; empty otherwise. */
  zoneUnmatched: z.string(),
  hours: z.array(z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })),
  rooms: z.array(z.object({ key: z.string(), name: z.string(), categories: z.array(z.string()) })),
  visitTypes: z.array(z.object({ key: z.string(), name: z.string(), minutes: z.string(), category: z.string() })),
  /** Who sets the practice up, and so manages it. */
  you: personSchema,
  others: z.array(personSchema),
  demo: z.enum(['remove', 'keep']),
});
export type SetupValues = z.infer<typeof setupValuesSchema>;

/** The title of the page. */
export const setupTitle = () =>
  t({ message: 'Set up your practice', comment: 'the page on which a practice is set up' });

/** A row that nothing was typed in yet. */
export const newRoom = (): SetupValues['rooms'][number] => ({ key: newId(), name: '', categories: [] });
export const newVisitType = (): SetupValues['visitTypes'][number] => ({
  key: newId(),
  name: '',
  minutes: durationText(20),
  category: 'consult',
});
export const newPerson = (): SetupValues['others'][number] => ({
  key: newId(),
  firstName: '',
  lastName: '',
  role: 'vet',
  may: 'book',
});

/** What most practices have, so that little has to be typed. */
export function usualValues(): SetupValues {
  const rooms: [name: string, categories: string[]][] = [
    [t({ message: 'Consult 1', comment: 'a room of a practice that is set up' }), []],
    [t({ message: 'Consult 2', comment: 'a room of a practice that is set up' }), []],
    [t({ message: 'Surgery', context: 'room', comment: 'the operating room' }), ['surgical', 'dental']],
  ];
  const types: [name: string, minutes: number, category: string][] = [
    [t({ message: 'Consultation', context: 'visit type' }), 20, 'consult'],
    [t({ message: 'Follow-up', context: 'visit type' }), 15, 'consult'],
    [t({ message: 'Vaccination', context: 'visit type' }), 15, 'vaccination'],
    [t({ message: 'Annual health check', context: 'visit type' }), 30, 'health'],
    [t({ message: 'Dental cleaning', context: 'visit type' }), 60, 'dental'],
    [t({ message: 'Surgery', context: 'visit type', comment: 'an operation' }), 120, 'surgical'],
    [t({ message: 'Nail trim', context: 'visit type' }), 15, 'nurse'],
  ];
  return {
    name: '',
    zone: browserZone,
    zoneUnmatched: '',
    hours: typedHours([1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }))),
    rooms: rooms.map(([name, categories]) => ({ ...newRoom(), name, categories })),
    visitTypes: types.map(([name, minutes, category]) => ({
      ...newVisitType(),
      name,
      minutes: durationText(minutes),
      category,
    })),
    you: { ...newPerson(), role: 'manager', may: 'manage' },
    others: [],
    demo: 'remove',
  };
}

/** What is wrong with the name of the practice. */
const practiceNameFault = (name: string) =>
  name.trim() === '' ? t`Enter the name of your practice.` : nameFault(name);

/** What is wrong with the zone. */
function zoneFault({ zone, zoneUnmatched }: Pick<SetupValues, 'zone' | 'zoneUnmatched'>): string | null {
  if (zoneUnmatched !== '') return t`“${zoneUnmatched}” is no time zone: choose one from the list.`;
  return isTimeZone(zone) ? null : t`Choose the time zone.`;
}

/** The names of all items but one. */
export const otherNames = <Item>(items: readonly Item[], nth: number, nameOf: (item: Item) => string) =>
  items.map(nameOf).filter((name, index) => index !== nth && name.trim() !== '');

const nameOf = ({ name }: { name: string }) => name;

type Issues = { path: (string | number)[]; message: string }[];

/** All that is wrong with what was typed, where it is. */
function issuesOf(values: SetupValues): Issues {
  const { rooms, visitTypes, you, others } = values;
  const people = [you, ...others];
  const at = (path: (string | number)[], message: string | null): Issues =>
    message === null ? [] : [{ path, message }];
  return [
    ...at(['name'], practiceNameFault(values.name)),
    ...at(['zone'], zoneFault(values)),
    ...at(['you'], nameFault(you.firstName) ?? (you.lastName.trim() === '' ? null : nameFault(you.lastName))),
    ...at(['hours'], readHours(values.hours).hours === null ? t`Look at the opening hours again.` : null),
    ...at(['rooms'], rooms.length === 0 ? t`A practice has at least one room.` : null),
    ...rooms.flatMap(({ name }, nth) => at(['rooms', nth], nameFault(name, otherNames(rooms, nth, nameOf)))),
    ...at(['visitTypes'], visitTypes.length === 0 ? t`A practice has at least one visit type.` : null),
    ...visitTypes.flatMap(({ name, minutes }, nth) =>
      at(['visitTypes', nth], nameFault(name, otherNames(visitTypes, nth, nameOf)) ?? minutesFault(minutes)),
    ),
    ...people.flatMap((person, nth) => {
      const wrong =
        nameFault(person.firstName) ??
        (person.lastName.trim() === '' ? null : nameFault(person.lastName)) ??
        nameFault(fullName(person), otherNames(people, nth, fullName));
      return nth === 0 ? [] : at(['others', nth - 1], wrong);
    }),
  ];
}

/** The practice as it was typed, in the contract's words; its one store has its name. */
function practiceOf({ name, zone, hours, rooms, visitTypes, you, others }: SetupValues): unknown {
  return {
    name,
    store: {
      name,
      timeZone: zone,
      openingHours: readHours(hours).hours ?? [],
      rooms: rooms.map((room) => ({ name: room.name, categories: room.categories })),
    },
    visitTypes: visitTypes.map((type) => ({
      name: type.name,
      durationMinutes: minutesOf(type.minutes) ?? 0,
      category: visitTypeCategorySchema.safeParse(type.category).data ?? 'other',
    })),
    people: [{ ...you, may: 'manage' as const }, ...others].map(({ key: _, ...person }) => person),
  };
}

/** From what was typed to the practice that is sent. Everything wrong has an issue of its own, all at once. */
export const setupSchema = z.pipe(
  setupValuesSchema,
  z.transform((values, context): PracticeSetup => {
    const issues = issuesOf(values);
    const practice = practiceSetupSchema.safeParse(practiceOf(values));
    for (const issue of issues) context.issues.push({ code: 'custom', ...issue, input: values });
    if (issues.length === 0 && practice.success) return practice.data;
    if (issues.length === 0)
      context.issues.push({ code: 'custom', path: [], message: t`Something of this cannot be set up.`, input: values });
    return z.NEVER;
  }),
);
