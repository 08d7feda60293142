import { later } from '#app/components/later.tsx';

/** The pictures of a day are loaded when they are first wanted. */
export const DayOverview = later({
  load: () => import('./day-overview.tsx').then((module) => module.DayOverview),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
export const DayFlow = later({
  load: () => import('./day-flow.tsx').then((module) => module.DayFlow),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
