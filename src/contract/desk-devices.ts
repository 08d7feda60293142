import * as z from 'zod/mini';
import { deskInstantSchema } from '#contract/desk.ts';

/** The browsers in which an employee has a PIN, most recently used first. `browser` is for example `Chrome on Windows`. */
export const devicesSchema = z.object({
  devices: z.array(
    z.object({
      id: z.string(),
      browser: z.nullable(z.string()),
      createdAt: deskInstantSchema,
      usedAt: deskInstantSchema,
    }),
  ),
});
export type Device = z.infer<typeof devicesSchema>['devices'][number];

/**
 * The gateway's own operations for the browsers in which people have a PIN. They are for managers, and they require a practice
 * API with personal keys (`listKeys`).
 */
export const deviceCalls = {
  listDevices: { method: 'GET', path: '/desk/devices', received: devicesSchema },
  /** Removes a person's PIN from a browser and ends their session. Requires a recently typed key (`confirm_key`). */
  endDevice: { method: 'DELETE', path: '/desk/devices/{id}' },
} as const;
