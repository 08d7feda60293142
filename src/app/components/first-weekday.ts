import { createContext } from 'react';

/** The ISO weekday on which weeks begin, as set by the user of this browser. */
export const FirstWeekday = createContext<() => number>(() => 1);
