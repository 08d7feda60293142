import type { z } from 'zod';
import { type VisitTypeCategory, visitTypeCategories, visitTypeCategorySchema } from '#contract/enums.ts';
import {
  distinctNamesSchema,
  setupNameSchema,
  setupOpeningHoursSchema,
  setupPeopleSchema,
  setupTimeZoneSchema,
  setupVisitTypesSchema,
} from '#contract/practice-setup.ts';
import type { OpeningHours } from '#contract/resources.ts';

/*
 * What a person types for each part of a practice. All of these throw an error that says what is wrong.
 */

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function weekdayOf(text: string): number {
  const at = text.length < 2 ? -1 : DAYS.findIndex((day) => day.startsWith(text.toLowerCase()));
  if (at === -1) throw new Error(`"${text}" is not a weekday; write Mon, Tue, Wed, Thu, Fri, Sat or Sun`);
  return at + 1;
}

function clockTimeOf(text: string): string {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute}`;
  if (hour === '' || Number(minute) > 59 || time > '24:00') {
    throw new Error(`"${text}" is not a time; write hours and minutes of the 24-hour clock, such as 08:00 or 17:30`);
  }
  return time;
}

/**
 * Reads opening hours such as `Mon-Fri 08:00-18:00, Sat 09:00-13:00` or, with a midday break, `Mon-Thu 9:00-12:30 15:00-18:30`.
 * Days that are not named are closed. Throws an error that says what cannot be read.
 */
export function parseOpeningHours(text: string): OpeningHours[] {
  const hours = listOf(text).flatMap((part) => {
    const [days = '', ...spans] = part
      .replaceAll(/\s*[–—-]\s*/g, '-')
      .trim()
      .split(/\s+/);
    const [first = '', last = first] = days.split('-');
    const from = weekdayOf(first);
    const to = weekdayOf(last);
    if (spans.length === 0) throw new Error(`"${part}" has no times; write for example Mon-Fri 08:00-18:00`);
    const weekdays = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, nth) => ((from - 1 + nth) % 7) + 1);
    return weekdays.flatMap((weekday) =>
      spans.map((span) => {
        const [opens = '', closes = '', ...rest] = span.split('-');
        if (rest.length > 0)
          throw new Error(`"${span}" does not say from when until when; write for example 08:00-18:00`);
        return { weekday, opens: clockTimeOf(opens), closes: clockTimeOf(closes) };
      }),
    );
  });
  return allowed(
    setupOpeningHoursSchema,
    hours.sort((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1)),
  );
}

/** A value that keeps the rules; throws an error with the first that it breaks. */
function allowed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues[0]?.message ?? 'this cannot be understood');
}

function listOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Patterns that derive the category from a visit type's name, in the languages of the app; the first match counts. */
const CATEGORY_WORDS: readonly (readonly [RegExp, VisitTypeCategory])[] = [
  [/vaccin|booster|impf|vacun|inent|\benting|تطعيم|لقاح|تلقيح/i, 'vaccination'],
  [/dent|teeth|zahn|\btand|gebit|أسنان/i, 'dental'],
  [
    /surg|spay|neuter|castrat|operati|operaci|chirurg|cirug|quirúrg|kastrat|castra|sterili|esterili|جراح|عملية|تعقيم/i,
    'surgical',
  ],
  [
    /x-?ray|ultrasound|blood|lab|scan|diagnos|röntgen|ultraschall|blut|bloed|radiogra|échogra|ecogra|sang|anal[iy]s|análisis|أشعة|تحليل|سونار/i,
    'diagnostics',
  ],
  [
    /nail|nurse|weigh|bandage|suture|stitch|krall|wiegen|\bwegen|verband|fäden|\bhecht|griffes|pansement|pesée|uñas|vendaje|nagel|أظافر|وزن|ضماد/i,
    'nurse',
  ],
  [/groom|bath|brush|clip|scheren|fellpflege|toilettage|tonte|peluquer|baño|trimm|vacht|استحمام/i, 'grooming'],
  [/goodbye|eut[h]?an|einschläfer|inslapen|القتل الرحيم/i, 'euthanasia'],
  [/home|hausbesuch|domicil|huisbezoek|منزل/i, 'in_home'],
  [/day ?care/i, 'daycare'],
  [/boarding|overnight/i, 'overnight'],
  [/hospital|ward/i, 'hospital'],
  [/class|puppy/i, 'group_training'],
  [/training/i, 'individual_training'],
  [/health|check-?up|annual|wellness|vorsorge|gesundheit|bilan|chequeo|revisión|gezondheid|فحص/i, 'health'],
  [
    /consult|konsult|visit|exam|emergency|recheck|follow|sprechstunde|untersuch|kontroll?e|notfall|urgence|suivi|urgencia|spreekuur|spoed|كشف|استشارة|طوارئ|مراجعة/i,
    'consult',
  ],
];

/** The categories that a visit type can have, as a person reads them. */
export const CATEGORIES = visitTypeCategories.join(', ');

/** A visit type as it was typed; the category is null where neither it nor the name tells one. */
type TypedVisitType = Omit<z.infer<typeof setupVisitTypesSchema>[number], 'category'> & {
  category: VisitTypeCategory | null;
};

/**
 * Reads visit types such as `Consultation 20, Laser 15 surgical`: each with its minutes and, where its name does not tell it, its
 * category.
 */
export function parseVisitTypes(text: string): TypedVisitType[] {
  const types = some(listOf(text), 'visit type').map((part) => {
    const [, name = '', minutes = '', word] =
      /^(.*\S)\s+(\d+)(?:\s*min(?:utes)?)?(?:\s+(\p{L}\S*))?$/iu.exec(part) ?? [];
    if (name === '') throw new Error(`"${part}" has no length; write its minutes behind it, such as Consultation 20`);
    const known = CATEGORY_WORDS.find(([words]) => words.test(name.normalize('NFC')))?.[1] ?? null;
    return { name, minutes: Number(minutes), category: word === undefined ? known : categoryOf(word) };
  });
  // What has no category yet is checked as one that has.
  const checked = allowed(
    setupVisitTypesSchema,
    types.map((type) => ({ ...type, category: type.category ?? 'other' })),
  );
  return checked.map((type, nth) => ({ ...type, category: types[nth]?.category ?? null }));
}

/** Reads the name of a category. */
export function categoryOf(word: string): VisitTypeCategory {
  const category = visitTypeCategorySchema.safeParse(word.toLowerCase());
  if (!category.success) throw new Error(`"${word}" is not a category; write one of ${CATEGORIES}`);
  return category.data;
}

/** Reads what something is called. */
export const parseName = (text: string) => allowed(setupNameSchema, text);

/** Reads the name of a person, of which the last word is the last name. */
export function parsePerson(text: string): { firstName: string; lastName: string } {
  const words = parseName(text).split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** Reads the names of people. */
export const parsePeople = (text: string) => allowed(setupPeopleSchema, listOf(text).map(parsePerson));

/** Reads the names of rooms, one at least. */
export const parseRooms = (text: string) => some(allowed(distinctNamesSchema, listOf(text)), 'room');

/** Reads an IANA time zone. */
export const parseTimeZone = (text: string) => allowed(setupTimeZoneSchema, text);

function some<Item>(items: Item[], what: string): Item[] {
  if (items.length === 0) throw new Error(`name at least one ${what}`);
  return items;
}
