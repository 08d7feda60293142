import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { asApiError, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import type { OnboardingRequest } from '#contract/desk-endpoints.ts';
import { type FinishedOnboarding, type OnboardingOffer, onboardingCalls } from '#contract/desk-onboarding.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

const NO_OFFER: OnboardingOffer = { setUp: null, timeZone: null };

async function readOffer(api: ApiClient, signal: AbortSignal): Promise<OnboardingOffer> {
  try {
    return await api.call(onboardingCalls.getSetup, {}, { signal });
  } catch (error) {
    // This gateway does not offer set-up.
    if (asApiError(error)?.status === 404) return NO_OFFER;
    throw error;
  }
}

export const setupQueries = {
  /**
   * What can be set up, if anything. If the setup code has expired, this request makes the gateway print a new one in
   * its terminal.
   */
  offer: (api: ApiClient) =>
    queryOptions({
      queryKey: queryKeyOf(onboardingCalls.getSetup),
      queryFn: ({ signal }) => readOffer(api, signal),
      staleTime: 60_000,
      ...retryUntilLoadedOptions,
    }),
};

/**
 * Sets up a practice. Repeating the call with the same id, code and practice returns the same response without setting
 * it up again.
 */
export function setUpPractice(api: ApiClient, setup: OnboardingRequest): Promise<FinishedOnboarding> {
  return api.call(onboardingCalls.setUpPractice, setup, { signal: AbortSignal.timeout(CREATE_TIMEOUT_MS) });
}

/** Whether an error leaves open whether the practice was set up: there was no response, or an inconclusive one. */
export function leavesOutcomeUnknown(error: unknown): boolean {
  const { kind, status = null, messageKey } = asApiError(error) ?? {};
  if (kind !== 'http' || messageKey === ('request_in_progress' satisfies ErrorMessageKey)) return true;
  return messageKey !== ('storage_full' satisfies ErrorMessageKey) && (status ?? 500) >= 500;
}
