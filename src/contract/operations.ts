import type { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listEvents } from '#contract/events.ts';
import { extensions } from '#contract/extensions.ts';
import type { messageCalls } from '#contract/message-calls.ts';
import { messageEndpoints } from '#contract/message-endpoints.ts';
import type { practiceCalls } from '#contract/practice-calls.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';

/** The operations of our own service that extend the specification, keyed by name. */
export const extensionOperations = { ...extensions, ...messageEndpoints, ...practiceEndpoints, listEvents } as const;

/** Every operation of the practice API, in the specification or beyond it, keyed by name. */
export const operations = { ...endpoints, ...extensionOperations } as const satisfies Record<
  keyof typeof calls | keyof typeof messageCalls | keyof typeof practiceCalls,
  Endpoint
>;
export type Operation = keyof typeof operations;
