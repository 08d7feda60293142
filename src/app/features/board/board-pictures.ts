import { lazy } from 'react';

/** The pictures of a day are loaded when they are first wanted. */
export const DayOverview = lazy(() => import('./day-overview.tsx').then((module) => ({ default: module.DayOverview })));
export const DayFlow = lazy(() => import('./day-flow.tsx').then((module) => ({ default: module.DayFlow })));
