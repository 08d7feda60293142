import { t } from '@lingui/core/macro';
/** The views of the board, as the address names them, in the order in which they are offered. */
export const boardScreenViews = ['rooms', 'vets', 'week', 'list', 'overview', 'flow'] as const;
export type BoardScreenView = (typeof boardScreenViews)[number];

/** What the views are called on the screen. */
export const viewLabels: Readonly<Record<BoardScreenView, string>> = {
  rooms: 'Rooms',
  vets: 'Vets',
  week: 'Week',
  list: 'List',
  overview: 'Overview',
  flow: 'Flow',
};

/** How much room an hour takes: all opening hours fill the height that is there, or a fixed height that scrolls. */
export const boardDensities = ['fit', 'comfortable'] as const;
export type BoardDensity = (typeof boardDensities)[number];

/** What the densities are called on the screen. */
export const densityLabels: Readonly<Record<BoardDensity, string>> = {
  get fit() {
    return t`Whole day`;
  },
  get comfortable() {
    return t`Comfortable`;
  },
};
