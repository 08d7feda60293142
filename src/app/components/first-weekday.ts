import { createContext } from 'react';

/** Tells the ISO weekday that weeks begin with, which is a choice of this browser's user. */
export const FirstWeekday = createContext<() => number>(() => 1);
