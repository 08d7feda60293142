import { t } from '@lingui/core/macro';
/** The views of the board, as the address names them, in the order in which they are offered. */
export const boardScreenViews = ['rooms', 'vets', 'week', 'list', 'overview', 'flow'] as const;
export type BoardScreenView = (typeof boardScreenViews)[number];

/** The labels of the views. */
export const viewLabels: Readonly<Record<BoardScreenView, string>> = {
  get rooms() {
    return t({ message: 'Rooms', comment: 'a view of the board: a column for each room' });
  },
  get vets() {
    return t({ message: 'Vets', comment: 'a view of the board: a column for each vet' });
  },
  get week() {
    return t({ message: 'Week', comment: 'a view of the board: a column for each day of a week' });
  },
  get list() {
    return t({ message: 'List', comment: 'a view of the board: the visits of the day by time' });
  },
  get overview() {
    return t({ message: 'Overview', comment: 'a view of the board: free times by room and by vet' });
  },
  get flow() {
    return t({ message: 'Flow', comment: 'a view of the board: columns by status, who waits and who is being seen' });
  },
};

/** The choice of all stores, also of those that are opened later. */
export const ALL_STORES = 'all';
/** The chosen stores: their ids, or all. */
export type StoreChoice = string[] | typeof ALL_STORES;

/**
 * The height of an hour: `fit` fits all opening hours into the screen, `comfortable` has a fixed height and scrolls.
 */
export const boardDensities = ['fit', 'comfortable'] as const;
export type BoardDensity = (typeof boardDensities)[number];

/** The labels of the densities. */
export const densityLabels: Readonly<Record<BoardDensity, string>> = {
  get fit() {
    return t({ message: 'Whole day', comment: 'how dense the board is: all opening hours fit on the screen' });
  },
  get comfortable() {
    return t({ message: 'Comfortable', comment: 'how dense the board is: hours are taller and the board scrolls' });
  },
};
