import * as z from 'zod/mini';
import { themes } from '#app/appearance/theme.ts';
import { localStore, readStored, sessionStore } from '#app/browser/storage.ts';
import { regionWeekday } from '#app/language/shown-language.ts';
import { ALL_STORES, boardDensities, boardScreenViews } from '#app/session/board-search.ts';

const KEY = 'frontdesk.board';
const TAB_KEY = 'frontdesk.tab';

/** The statuses with which bookings at a desk may begin. */
export const bookingStatuses = ['confirmed', 'requested'] as const;
/** After how many minutes without use a desk can lock. */
export const lockMinutes = [5, 15, 60] as const;
/** How the tables of a printed day are divided. */
export const printOrders = ['time', 'room', 'vet'] as const;
export type PrintBy = (typeof printOrders)[number];

const preferencesSchema = z.object({
  companyId: z.catch(z.nullable(z.string()), null),
  /** The stores of that company; none where none were chosen. */
  storeIds: z.catch(z.union([z.literal(ALL_STORES), z.array(z.string())]), []),
  view: z.catch(z.nullable(z.enum(boardScreenViews)), null),
  density: z.catch(z.enum(boardDensities), 'fit'),
  theme: z.catch(z.enum(themes), 'system'),
  /** ISO weekday, Monday 1; null for that of the browser's region. */
  firstWeekday: z.catch(z.nullable(z.int().check(z.minimum(1), z.maximum(7))), null),
  /** The status with which bookings at this desk begin. */
  bookingStatus: z.catch(z.enum(bookingStatuses), 'confirmed'),
  /** Whether keys of one letter, such as n, are shortcuts. */
  letterKeys: z.catch(z.boolean(), true),
  /** After how many minutes without use the desk locks; null for never. */
  lockMinutes: z.catch(z.nullable(z.literal(lockMinutes)), 15),
  /** How a day was printed last. */
  printBy: z.catch(z.enum(printOrders), 'time'),
  /** Whether the hint about the demo practice was dismissed. */
  demoSeen: z.catch(z.boolean(), false),
  /** Whether the next steps of a new practice were dismissed, or all of them are done. */
  stepsSeen: z.catch(z.boolean(), false),
  /** Whether the note on where things are in the frame was dismissed; a version without the frame did not store it. */
  frameSeen: z.catch(z.boolean(), false),
});
/** What was last chosen in this browser. The address takes precedence, and opening a link changes no preference. */
export type Preferences = z.infer<typeof preferencesSchema>;

/** A browser in which nothing is stored has not seen a version without the frame. */
const NOTHING: Preferences = { ...preferencesSchema.parse({}), frameSeen: true };

/** The company and the stores of a tab. */
const placeSchema = z.object({ companyId: z.string(), storeIds: preferencesSchema.shape.storeIds });
type Place = z.infer<typeof placeSchema>;

/** Reads the preferences; the defaults where nothing is stored, or nothing that can be read. */
export function readPreferences(storage: Pick<Storage, 'getItem'>): Preferences {
  return readStored(storage, KEY, preferencesSchema) ?? NOTHING;
}

/**
 * The preferences as they hold in this tab. It keeps company and stores, whatever is chosen in another one.
 *
 * @param tab the storage of the tab
 */
export function readTabPreferences(browser: Pick<Storage, 'getItem'>, tab: Pick<Storage, 'getItem'>): Preferences {
  return { ...readPreferences(browser), ...readStored(tab, TAB_KEY, placeSchema) };
}

/** The same for a component, read at each rendering. */
export function useTabPreferences(): Preferences {
  'use no memo';
  return readTabPreferences(localStore, sessionStore);
}

/** Keeps what was chosen in this tab. */
export function keepInTab(tab: Pick<Storage, 'setItem'>, place: Place): void {
  tab.setItem(TAB_KEY, JSON.stringify(place));
}

/** Keeps what this tab shows first of a company: later links and commands show other stores, but do not choose them. */
export function settleTab(tab: Pick<Storage, 'getItem' | 'setItem'>, place: Place): void {
  const kept = readStored(tab, TAB_KEY, placeSchema);
  if (kept?.companyId !== place.companyId || kept.storeIds.length === 0) keepInTab(tab, place);
}

/** Saves these preferences and keeps the others. */
export function savePreferences(storage: Pick<Storage, 'getItem' | 'setItem'>, chosen: Partial<Preferences>): void {
  storage.setItem(KEY, JSON.stringify({ ...readPreferences(storage), ...chosen }));
}

/** The ISO weekday that weeks begin with in this browser: the chosen one, else that of its region. */
export const chosenWeekday = () => readTabPreferences(localStore, sessionStore).firstWeekday ?? regionWeekday();
