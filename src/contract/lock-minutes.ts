/** After how many minutes without use a browser with PINs can lock. */
export const lockMinutes = [5, 15, 60] as const;
export const DEFAULT_LOCK_MINUTES = 15;
