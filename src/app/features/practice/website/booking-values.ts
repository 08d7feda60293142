import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { DraftInput } from '#app/editor/draft.ts';
import { tooLongText } from '#app/text/shared-texts.ts';
import { originSchema, slugSchema } from '#contract/online-booking.ts';
import { parseUrl } from '#contract/parse-url.ts';
import type { ReceivedOnlineBooking } from '#contract/received-online-booking.ts';

const storeInputSchema = z.object({ isOn: z.boolean(), slug: z.string() });
export type StoreInput = z.infer<typeof storeInputSchema>;

const typeInputSchema = z.object({ isOn: z.boolean(), publicName: z.string() });
export type TypeInput = z.infer<typeof typeInputSchema>;

const inputSchema = z.object({
  noticeHours: z.number(),
  daysAhead: z.number(),
  dailyLimit: z.number(),
  /** The origins of the web sites as typed, one on each line. */
  origins: z.string(),
});

export type StoreFieldName = `store ${string}`;
export type TypeFieldName = `type ${string}`;
export const storeFieldName = ({ id }: { id: string }): StoreFieldName => `store ${id}`;
export const typeFieldName = ({ id }: { id: string }): TypeFieldName => `type ${id}`;

/**
 * All values of the form. Each store and each visit type is a field of its own, so that two people can change different ones
 * at the same time.
 */
export type EditedBooking = z.infer<typeof inputSchema> &
  Record<StoreFieldName, StoreInput> &
  Record<TypeFieldName, TypeInput>;
export type BookingInputName = keyof EditedBooking;

export const storeInput = (input: EditedBooking, store: { id: string }): StoreInput =>
  input[storeFieldName(store)] ?? { isOn: false, slug: '' };
export const typeInput = (input: EditedBooking, type: { id: string }): TypeInput =>
  input[typeFieldName(type)] ?? { isOn: false, publicName: '' };

interface StoresAndTypes {
  stores: readonly { id: string }[];
  types: readonly { id: string }[];
}

/** The values of the form for saved settings. */
export function toFormInput(settings: ReceivedOnlineBooking, { stores, types }: StoresAndTypes): EditedBooking {
  const { noticeHours, daysAhead, dailyLimit, origins } = settings;
  const storeInputs = stores.map((store): [StoreFieldName, StoreInput] => {
    const found = settings.stores.find(({ storeId }) => storeId === store.id);
    return [storeFieldName(store), { isOn: found?.isOn ?? false, slug: found?.slug ?? '' }];
  });
  const typeInputs = types.map((type): [TypeFieldName, TypeInput] => {
    const found = settings.types.find(({ visitTypeId }) => visitTypeId === type.id);
    return [typeFieldName(type), { isOn: found?.isOn ?? false, publicName: found?.publicName ?? '' }];
  });
  return {
    ...(Object.fromEntries(storeInputs) as Record<StoreFieldName, StoreInput>),
    ...(Object.fromEntries(typeInputs) as Record<TypeFieldName, TypeInput>),
    ...{ noticeHours, daysAhead, dailyLimit, origins: origins.join('\n') },
  };
}

/** The saved settings, overwritten by what was typed. Invalid parts of the draft are left out. */
export function applyDraft(saved: EditedBooking, typed: DraftInput): EditedBooking {
  const schemaOf = (name: string): z.ZodMiniType | undefined =>
    name.startsWith('store ')
      ? storeInputSchema
      : name.startsWith('type ')
        ? typeInputSchema
        : new Map<string, z.ZodMiniType>(Object.entries(inputSchema.shape)).get(name);
  const valid = Object.entries(typed).filter(
    ([name, { to }]) => name in saved && schemaOf(name)?.safeParse(to).success,
  );
  return { ...saved, ...Object.fromEntries(valid.map(([name, { to }]) => [name, to])) };
}

/** Formats a slug while it is typed: in lower case, with a hyphen for each space. */
export const formatTypedSlug = (typed: string) => typed.toLowerCase().replace(/[\s_]/g, '-');

/**
 * Suggests a slug for the page of a store, such as `happy-paws-north`. It is empty if the names have too few Latin letters and
 * digits.
 */
export function suggestSlug(names: readonly string[]): string {
  const slug = names
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return slugSchema.safeParse(slug).success ? slug : '';
}

/**
 * Reads the origin of a web site from an address such as `www.example.com/contact`. Returns null if the text is no web address.
 */
export function readOrigin(typed: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = parseUrl(address);
  return url?.hostname.includes('.') && originSchema.safeParse(url.origin).success ? url.origin : null;
}

const MAX_ORIGINS = 20;
const splitLines = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function originsProblem(text: string): string | null {
  const lines = splitLines(text);
  const wrong = lines.find((line) => readOrigin(line) === null);
  if (wrong !== undefined)
    return t({
      message: `“${wrong}” isn’t a web address that begins with https://, such as https://www.example.com.`,
      comment: 'what was typed as the address of a web site',
    });
  return lines.length > MAX_ORIGINS ? t`Enter at most ${MAX_ORIGINS} web sites.` : null;
}

/**
 * The problems with the input, keyed by field name. `takenSlug` is the slug that could not be saved because another practice on
 * this server uses it; null if there is none.
 */
export function findBookingProblems(
  input: EditedBooking,
  { stores, types }: StoresAndTypes,
  takenSlug: string | null = null,
): Partial<Record<BookingInputName, string>> {
  const slugs = stores.map((store) => storeInput(input, store).slug);
  const slugProblem = ({ isOn, slug }: StoreInput) => {
    if (slug === '') return isOn ? t`Enter an address for the page.` : null;
    if (!slugSchema.safeParse(slug).success) return t`Use 3 to 40 of the letters a to z, digits and hyphens.`;
    if (slugs.indexOf(slug) !== slugs.lastIndexOf(slug)) return t`Another store has this address.`;
    return slug === takenSlug ? t`Another practice on this server has this address.` : null;
  };
  const problems: [BookingInputName, string | null][] = [
    ...stores.map((store): [StoreFieldName, string | null] => [
      storeFieldName(store),
      slugProblem(storeInput(input, store)),
    ]),
    ...types.map((type): [TypeFieldName, string | null] => [
      typeFieldName(type),
      typeInput(input, type).publicName.trim().length > 200 ? tooLongText(200) : null,
    ]),
    ['origins', originsProblem(input.origins)],
  ];
  return Object.fromEntries(problems.flatMap(([name, problem]) => (problem === null ? [] : [[name, problem]])));
}

/** The body of the request that saves the settings. Visit types that the form does not show keep their settings. */
export function toBookingRequest(
  current: ReceivedOnlineBooking,
  input: EditedBooking,
  { stores, types }: StoresAndTypes,
) {
  const { noticeHours, daysAhead, dailyLimit } = input;
  const others = current.types.filter(({ visitTypeId }) => types.every(({ id }) => id !== visitTypeId));
  return {
    ...{ noticeHours, daysAhead, dailyLimit },
    origins: [...new Set(splitLines(input.origins).flatMap((line) => readOrigin(line) ?? []))],
    stores: stores.flatMap((store) => {
      const { isOn, slug } = storeInput(input, store);
      return isOn || slug !== '' ? [{ storeId: store.id, isOn, slug: slug === '' ? null : slug }] : [];
    }),
    types: [
      ...types.flatMap((type) => {
        const { isOn, publicName } = typeInput(input, type);
        const own = publicName.trim();
        return isOn || own !== '' ? [{ visitTypeId: type.id, isOn, publicName: own === '' ? null : own }] : [];
      }),
      ...others,
    ],
  };
}

/** The address of a store's page. `publicUrl` has no trailing slash. */
export const pageAddress = (publicUrl: string, slug: string) => `${publicUrl}/book/${slug}`;

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? '&quot;');

/** A line of HTML with a link to the booking page, for any web site. */
export const linkHtml = (publicUrl: string, slug: string, text: string) =>
  `<a href="${escapeHtml(pageAddress(publicUrl, slug))}">${escapeHtml(text)}</a>`;

/**
 * The lines of HTML that show the page within a web site. The script gives the frame the height of its content; without the
 * script, the page scrolls within the frame.
 */
export const iframeHtml = (publicUrl: string, slug: string, title: string) =>
  [
    `<iframe src="${escapeHtml(pageAddress(publicUrl, slug))}" title="${escapeHtml(title)}" style="width: 100%; height: 700px; border: 0"></iframe>`,
    `<script src="${escapeHtml(publicUrl)}/book/embed.js" async></script>`,
  ].join('\n');
