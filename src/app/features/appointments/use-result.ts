import { keepPreviousData, skipToken, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { AppointmentsRequest } from './request.ts';
import { type ResultPage, resultOf, resultQuery } from './result.ts';

const NO_PAGES: readonly ResultPage[] = [];
/** Of what is requested where nothing is. */
const NOTHING: AppointmentsRequest = {
  ...{ companyId: '', storeIds: undefined, order: 'created', text: '' },
  ...{ fixed: {}, branches: [{}] },
};

/** The result of a request as far as it is loaded; null requests nothing. */
export function useResult(request: AppointmentsRequest | null) {
  const api = useApi();
  const { session } = useDesk();
  const queryClient = useQueryClient();
  const searched = session.capabilities.listPets?.fields ?? [];
  const options = resultQuery({ api, request: request ?? NOTHING, searched });
  const query = useInfiniteQuery({
    ...options,
    ...(request === null ? { queryFn: skipToken } : {}),
    // The previous rows stay, dimmed, until the first page of the new result is loaded.
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? NO_PAGES;
  const result = resultOf(pages, request?.order ?? 'created');
  return {
    query,
    options: { api, request: request ?? NOTHING, searched },
    pages,
    result,
    /** Whether the result of this request is there, at least in part. */
    isCurrent: request !== null && query.data !== undefined && !query.isPlaceholderData,
    byPhone: searched.includes('phone'),
    /** Starts again from the first page: reloading all pages would cost as many requests. */
    refresh: () => void queryClient.resetQueries({ queryKey: options.queryKey }),
  };
}
