import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '#app/api/client.ts';

const sessionSchema = z.object({
  access: z.enum(['shared', 'sign_in']),
  signedIn: z.boolean(),
  /** Null while nobody knows whether the key may book. */
  canWrite: z.boolean().nullable(),
  /** The zone for stores that name none; null leaves it to the browser's. */
  timeZone: z.string().nullable(),
  calendarLicenseKey: z.string(),
});
/** What the gateway tells about the person at the desk. The key itself is never part of it. */
export type Session = z.infer<typeof sessionSchema>;

export const sessionQueries = {
  all: () => ['session'] as const,
  current: (api: ApiClient) =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'current'] as const,
      queryFn: ({ signal }) => api.get('/desk/session', sessionSchema, { signal }),
      staleTime: 60_000,
    }),
};

/** Signs in with a person's own API key; from here on it is in the gateway's sealed cookie only. */
export function signIn(api: ApiClient, apiKey: string): Promise<Session> {
  return api.post('/desk/session', { apiKey }, sessionSchema);
}

/** Signs this browser out. */
export function signOut(api: ApiClient): Promise<void> {
  return api.delete('/desk/session');
}

/** Signs the same person out in every browser. */
export function signOutEverywhere(api: ApiClient): Promise<void> {
  return api.delete('/desk/sessions');
}
