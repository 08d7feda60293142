/** The numbers of minutes without use after which a browser with PINs can be set to lock. */
export const lockMinutes = [5, 15, 60] as const;
export const DEFAULT_LOCK_MINUTES = 15;
