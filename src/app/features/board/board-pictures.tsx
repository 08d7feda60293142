import { later } from '#app/components/later.tsx';

/** The views of a day besides the calendar are loaded when they are first wanted. */
export const DayList = later({
  load: () => import('./day-list.tsx').then((module) => module.DayList),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
export const DayOverview = later({
  load: () => import('./day-overview.tsx').then((module) => module.DayOverview),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
export const DayFlow = later({
  load: () => import('./day-flow.tsx').then((module) => module.DayFlow),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
