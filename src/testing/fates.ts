/**
 * What becomes of a request: its answer comes, is lost, does not come or cannot be read before or after the request was carried out,
 * or the practice system refuses it.
 */
export const fates = [
  'answered',
  'lost',
  'made-and-lost',
  'silent',
  'made-and-silent',
  'unreadable',
  'made-and-unreadable',
  'refused',
] as const;
export type Fate = (typeof fates)[number];
