import type { ApiClient } from '#app/api/api-client.ts';
import { listOf, queryOf } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import { messageCalls } from '#contract/message-calls.ts';

export const feedQueries = {
  /** The employee to whom the signed-in key belongs. */
  holder: (api: ApiClient, companyId: string) => queryOf(api, calls.getMe, { companyId }),
  /** The feeds that the person may see, newest first; a manager sees those of others, too. */
  all: (api: ApiClient, companyId: string) => listOf(api, messageCalls.listFeeds, { companyId }),
};
