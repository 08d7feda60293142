import { createContext } from 'react';

/** Provides a function that returns the ISO weekday on which weeks begin, as set in this browser. */
export const FirstWeekdayContext = createContext<() => number>(() => 1);
