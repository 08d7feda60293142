/**
 * The outcome of a request: its response arrives, is lost, never arrives or is unreadable, before or after the request was
 * carried out; or the practice system refuses it.
 */
export const requestOutcomes = [
  'answered',
  'lost',
  'made-and-lost',
  'silent',
  'made-and-silent',
  'unreadable',
  'made-and-unreadable',
  'refused',
] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];
