export const groupings = ['store', 'vet', 'type'] as const;
export type Grouping = (typeof groupings)[number];
