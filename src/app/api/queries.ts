import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ApiClient, CallInput, CallOutput, ReadOptions } from '#app/api/api-client.ts';
import { cursorPaging, loadAllPages, PAGE_LIMIT } from '#app/api/pages.ts';
import type { Call } from '#contract/endpoint.ts';
import type { ReceivedPage } from '#contract/received.ts';

// The queries of endpoints. Their keys begin with the operation, so that all of its results can be invalidated
// together.

/** The key of all queries of an operation or, with parts, of some of them. */
export function queryKeyOf({ method, path }: Pick<Call, 'method' | 'path'>, ...parts: unknown[]): QueryKey {
  return [`${method} ${path}`, ...parts];
}

/** Invalidates the results of these operations: those on the screen are reloaded immediately, the rest when needed. */
export function invalidate(queryClient: QueryClient, ...endpoints: readonly Call[]): Promise<unknown> {
  const invalidateEndpoint = (endpoint: Call) => queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) });
  return Promise.all(endpoints.map(invalidateEndpoint));
}

/** The query of an endpoint that returns everything in one response, such as a single record. */
export function endpointQuery<Called extends Call>(
  api: ApiClient,
  endpoint: Called,
  input: CallInput<Called>,
  options: Pick<ReadOptions, 'purpose'> = {},
) {
  return queryOptions<CallOutput<Called>>({
    queryKey: queryKeyOf(endpoint, 'whole', input),
    queryFn: ({ signal }) => api.call(endpoint, input, { ...options, signal }),
  });
}

/** An endpoint that returns a list page by page. */
export type ListEndpoint<Item = unknown> = Call & { readonly received: z.ZodMiniType<ReceivedPage<Item>> };
type InferItem<Called> = Called extends { received: z.ZodMiniType<ReceivedPage<infer Item>> } ? Item : never;
/** The input of a list, without the paging. */
type ListInput<Called extends Call> = Omit<CallInput<Called>, 'limit' | 'cursor'>;

async function readPage<Item>(
  api: ApiClient,
  endpoint: ListEndpoint<Item>,
  input: Record<string, unknown>,
  options: ReadOptions,
): Promise<ReceivedPage<Item>> {
  return api.call(endpoint, input, options);
}

/**
 * Reads all pages of a list, one after the other.
 *
 * @throws ApiError when a page fails; then nothing is returned
 */
export function readAll<Called extends ListEndpoint>(
  api: ApiClient,
  endpoint: Called & ListEndpoint<InferItem<Called>>,
  input: ListInput<Called>,
  options: ReadOptions = {},
) {
  return loadAllPages((cursor) => readPage(api, endpoint, { ...input, limit: PAGE_LIMIT, cursor }, options));
}

/** The query of a list that is loaded completely. */
export function fullListQuery<Called extends ListEndpoint>(
  api: ApiClient,
  endpoint: Called & ListEndpoint<InferItem<Called>>,
  input: ListInput<Called>,
  options: Pick<ReadOptions, 'purpose'> = {},
) {
  return queryOptions({
    queryKey: queryKeyOf(endpoint, 'all', input),
    queryFn: ({ signal }) => readAll<Called>(api, endpoint, input, { ...options, signal }),
  });
}

/** The query of a list that is loaded page by page. */
export function pagedListQuery<Called extends ListEndpoint>(
  api: ApiClient,
  endpoint: Called & ListEndpoint<InferItem<Called>>,
  input: Omit<CallInput<Called>, 'cursor'>,
  options: Pick<ReadOptions, 'purpose'> = {},
) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(endpoint, 'pages', input),
    queryFn: ({ pageParam, signal }) =>
      readPage(api, endpoint, { ...input, cursor: pageParam }, { ...options, signal }),
    ...cursorPaging,
  });
}
