import { lazyPart } from '#app/components/lazy-part.tsx';

/** The views of a day besides the calendar are loaded when they are first wanted. */
export const DayList = lazyPart({
  load: () => import('./day-list.tsx').then((module) => module.DayList),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
export const DayOverview = lazyPart({
  load: () => import('./day-overview.tsx').then((module) => module.DayOverview),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
export const DayFlow = lazyPart({
  load: () => import('./day-flow.tsx').then((module) => module.DayFlow),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
