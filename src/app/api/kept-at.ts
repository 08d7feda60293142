/**
 * When the loaded days of a company were last kept up to date, by a poll or a stream that can be relied on, in this computer's
 * milliseconds since 1970.
 */
export const keptAtKey = (companyId: string) => ['kept-at', companyId] as const;
