const HOUR = 3_600_000;

/**
 * The longest stay of each class in milliseconds, as the generated column `stay_class` has them: class 0 lasts at most
 * an hour, and so on. Class 7 has no bound, class -1 ends before it starts,
 * class 8 lacks its start or its end.
 */
export const stayClassBounds = [1, 4, 16, 64, 256, 1024, 8192].map((hours) => hours * HOUR);
