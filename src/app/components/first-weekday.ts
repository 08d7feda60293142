import { createContext } from 'react';

/** Returns the ISO weekday on which weeks begin, as set in this browser. */
export const FirstWeekdayContext = createContext<() => number>(() => 1);
