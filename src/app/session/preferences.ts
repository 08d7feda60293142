import * as z from 'zod/mini';
import { boardDensities } from '#app/addresses/board-search.ts';
import { themes } from '#app/appearance/theme.ts';
import { createStoredReader, localStore, sessionStore } from '#app/browser/storage.ts';
import { regionFirstWeekday } from '#app/language/shown-language.ts';
import { ALL_STORES, boardViews } from '#scheduling/board-day.ts';

const KEY = 'frontdesk.board';
const TAB_KEY = 'frontdesk.tab';

/** The possible initial statuses of bookings at a desk. */
export const bookingStatuses = ['confirmed', 'requested'] as const;
/** The ways to divide the tables of a printed day. */
export const printOrders = ['time', 'room', 'vet'] as const;
export type PrintOrder = (typeof printOrders)[number];

const preferencesSchema = z.object({
  companyId: z.catch(z.nullable(z.string()), null),
  /** The chosen stores of the company; empty if none were chosen. */
  storeIds: z.catch(z.union([z.literal(ALL_STORES), z.array(z.string())]), []),
  view: z.catch(z.nullable(z.enum(boardViews)), null),
  density: z.catch(z.enum(boardDensities), 'fit'),
  theme: z.catch(z.enum(themes), 'system'),
  /** ISO weekday, Monday 1; null for the default of the browser's region. */
  firstWeekday: z.catch(z.nullable(z.int().check(z.minimum(1), z.maximum(7))), null),
  /** The status of new bookings at this desk. */
  bookingStatus: z.catch(z.enum(bookingStatuses), 'confirmed'),
  /** Whether single-key shortcuts, such as n, are on. */
  letterKeys: z.catch(z.boolean(), true),
  /** How the tables of a day were divided when it was last printed. */
  printBy: z.catch(z.enum(printOrders), 'time'),
  /** Whether a printed day includes the cancelled appointments, struck through. */
  printCancelled: z.catch(z.boolean(), true),
  /** Whether the demo notice was dismissed. */
  demoSeen: z.catch(z.boolean(), false),
  /** Whether the next steps of a new practice were dismissed or completed. */
  stepsSeen: z.catch(z.boolean(), false),
  /** Whether the next steps of a new practice were shown. */
  stepsShown: z.catch(z.boolean(), false),
});
/** The last choices in this browser. The URL takes precedence, and opening a link changes no preference. */
export type Preferences = z.infer<typeof preferencesSchema>;
const readStoredPreferences = createStoredReader(KEY, preferencesSchema);

const DEFAULT_PREFERENCES: Preferences = preferencesSchema.parse({});

/** The company and the stores of a tab. */
const chosenStoresSchema = z.object({ companyId: z.string(), storeIds: preferencesSchema.shape.storeIds });
type ChosenStores = z.infer<typeof chosenStoresSchema>;
const readChosenStores = createStoredReader(TAB_KEY, chosenStoresSchema);

/** Reads the preferences. Returns the defaults if nothing is stored, or if what is stored cannot be parsed. */
export function readPreferences(storage: Pick<Storage, 'getItem'>): Preferences {
  return readStoredPreferences(storage) ?? DEFAULT_PREFERENCES;
}

/**
 * Reads the preferences that apply in this tab. Company and stores stay the same in a tab, whatever is chosen in
 * another tab.
 *
 * @param tab The storage of the tab
 */
export function readTabPreferences(browser: Pick<Storage, 'getItem'>, tab: Pick<Storage, 'getItem'>): Preferences {
  return { ...readPreferences(browser), ...readChosenStores(tab) };
}

/** {@link readTabPreferences} for a component, read on every render. */
export function useTabPreferences(): Preferences {
  'use no memo';
  return readTabPreferences(localStore, sessionStore);
}

/** Stores the company and the stores that a person chose: for this tab, and for tabs that are opened later. */
export function saveStores(
  browser: Pick<Storage, 'getItem' | 'setItem'>,
  tab: Pick<Storage, 'setItem'>,
  chosen: ChosenStores,
) {
  savePreferences(browser, chosen);
  saveChosenStoresInTab(tab, chosen);
}

function saveChosenStoresInTab(tab: Pick<Storage, 'setItem'>, chosen: ChosenStores): void {
  tab.setItem(TAB_KEY, JSON.stringify(chosen));
}

/**
 * Stores the shown company and stores as the choice of this tab, unless the tab has already chosen stores of this company:
 * links and commands that are used later show other stores without choosing them.
 */
export function saveInitialStores(tab: Pick<Storage, 'getItem' | 'setItem'>, chosen: ChosenStores): void {
  const storedChoice = readChosenStores(tab);
  if (storedChoice?.companyId !== chosen.companyId || storedChoice.storeIds.length === 0)
    saveChosenStoresInTab(tab, chosen);
}

/** Saves these preferences and keeps the others. */
export function savePreferences(storage: Pick<Storage, 'getItem' | 'setItem'>, chosen: Partial<Preferences>): void {
  storage.setItem(KEY, JSON.stringify({ ...readPreferences(storage), ...chosen }));
}

/** The ISO weekday on which weeks begin in this browser: the chosen one, otherwise its region's. */
export const readFirstWeekday = () => readTabPreferences(localStore, sessionStore).firstWeekday ?? regionFirstWeekday();
