/** The views of the board, as the address names them, in the order in which they are offered. */
export const boardScreenViews = ['rooms', 'vets', 'week', 'overview', 'flow'] as const;
export type BoardScreenView = (typeof boardScreenViews)[number];

/** What the views are called on the screen. */
export const viewLabels: Readonly<Record<BoardScreenView, string>> = {
  rooms: 'Rooms',
  vets: 'Vets',
  week: 'Week',
  overview: 'Overview',
  flow: 'Flow',
};
