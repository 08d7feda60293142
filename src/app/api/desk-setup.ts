import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { asApiError, retryUntilLoaded } from '#app/api/api-error.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { type DeskSetUp, type DeskSetup, type SetupOffer, setupEndpoints } from '#contract/desk-setup.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

const NOTHING: SetupOffer = { setUp: null, timeZone: null };

async function readOffer(api: ApiClient, signal: AbortSignal): Promise<SetupOffer> {
  try {
    return await api.call(setupEndpoints.getSetup, {}, { signal });
  } catch (error) {
    // A gateway that sets up no practice.
    if (asApiError(error)?.status === 404) return NOTHING;
    throw error;
  }
}

export const setupQueries = {
  /** What can be set up. Asking makes the terminal show a new code where the last one ran out. */
  offer: (api: ApiClient) =>
    queryOptions({
      queryKey: queryKeyOf(setupEndpoints.getSetup),
      queryFn: ({ signal }) => readOffer(api, signal),
      staleTime: 60_000,
      ...retryUntilLoaded,
    }),
};

/** Sets a practice up; repeated with the same id, code and practice it is set up once and answered alike. */
export function setUpPractice(api: ApiClient, setup: DeskSetup): Promise<DeskSetUp> {
  return api.call(setupEndpoints.setUpPractice, setup, { signal: AbortSignal.timeout(CREATE_TIMEOUT_MS) });
}

/** Whether an error leaves open if the practice was set up: no answer came, or none that says it. */
export function isSetupOpen(error: unknown): boolean {
  const { kind, status = null, messageKey } = asApiError(error) ?? {};
  if (kind !== 'http' || messageKey === ('request_in_progress' satisfies ErrorMessageKey)) return true;
  return messageKey !== ('storage_full' satisfies ErrorMessageKey) && (status ?? 500) >= 500;
}
