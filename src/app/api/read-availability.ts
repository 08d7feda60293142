import { receivedPageSchema } from '#contract/received.ts';
import { receivedAvailabilitySchema } from '#contract/received-availability.ts';

/** A page of entries of the plan. */
export const availabilityPageSchema = receivedPageSchema(receivedAvailabilitySchema);
