import { type ReceivedAvailability, receivedAvailabilitySchema } from '#contract/received-availability.ts';

let count = 0;

/** An availability entry; by default it blocks time. */
export function entry(start: string, end: string, more: Partial<ReceivedAvailability> = {}): ReceivedAvailability {
  count += 1;
  const updatedAt = '2026-01-01T00:00:00.000Z';
  return receivedAvailabilitySchema.parse({
    id: `entry ${count}`,
    kind: 'unavailable',
    start,
    end,
    updatedAt,
    ...more,
  });
}
