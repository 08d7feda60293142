import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { retryDelay } from '#app/api/api-error.ts';
import { isSetupOpen, setUpPractice, setupQueries } from '#app/api/desk-setup.ts';
import { takeSession } from '#app/api/session.ts';
import type { DeskSetUp, DeskSetup } from '#contract/desk-setup.ts';

const TRIES = 3;

/**
 * Sets a practice up and signs its first person in. An answer that was lost is asked for again, which sets nothing up twice.
 */
export function useSetUp(onDone: (setup: DeskSetup, answer: DeskSetUp) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (setup: DeskSetup) => setUpPractice(api, setup),
    // The answer has keys in it.
    gcTime: 0,
    retry: (failures, error) => isSetupOpen(error) && failures + 1 < TRIES,
    retryDelay,
    onSuccess: async (answer, setup) => {
      onDone(setup, answer);
      await takeSession(api, queryClient, answer.session);
      queryClient.setQueryData(setupQueries.offer(api).queryKey, { setUp: null, timeZone: null });
    },
  });
}
