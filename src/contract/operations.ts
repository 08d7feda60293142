import { endpoints } from '#contract/endpoints.ts';
import { listEvents } from '#contract/events.ts';
import { extensions } from '#contract/extensions.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';

/** The operations of our own service that extend the specification, by name. */
export const additions = { ...extensions, ...practiceEndpoints, listEvents } as const;

/**
 * Every operation of the practice API by name, in the specification or beyond it. The app imports the individual tables instead,
 * so that the first page loads only what it calls.
 */
export const operations = { ...endpoints, ...additions } as const;
export type Operation = keyof typeof operations;
