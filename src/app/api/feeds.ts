import type { ApiClient } from '#app/api/api-client.ts';
import { endpointQuery, fullListQuery } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import { messageCalls } from '#contract/message-calls.ts';

export const feedQueries = {
  /** The employee to whom the sign-in key belongs. */
  holder: (api: ApiClient, companyId: string) => endpointQuery(api, calls.getMe, { companyId }),
  /** The calendar feeds that the person may see, newest first; a manager sees those of others, too. */
  all: (api: ApiClient, companyId: string) => fullListQuery(api, messageCalls.listFeeds, { companyId }),
};
