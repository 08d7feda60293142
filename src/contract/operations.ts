import { endpoints, extensions } from '#contract/endpoints.ts';
import { listEvents } from '#contract/events.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';

/** The operations of our own service beyond the document, by name. */
export const additions = { ...extensions, ...practiceEndpoints, listEvents } as const;

/**
 * Every operation of the practice API by name, of the document and beyond it. The app imports the tables that it calls
 * instead, so that the first page loads no others.
 */
export const operations = { ...endpoints, ...additions } as const;
export type Operation = keyof typeof operations;
