import { useState } from 'react';
import { failureKind } from '#app/api/api-error.ts';

interface QueryState {
  status: 'pending' | 'error' | 'success';
  error: unknown;
}

/**
 * The error of the last attempt of a query, also while it is retried; null if it succeeded.
 *
 * @param of identifies what the query is about; when it changes, the error is dropped
 */
export function useLastError({ status, error }: QueryState, of: string): unknown {
  const [last, setLast] = useState<{ of: string; error: unknown }>({ of, error: null });
  const before = last.of === of ? last.error : null;
  const now = status === 'pending' ? before : error;
  if (last.of !== of || last.error !== now) setLast({ of, error: now });
  return now;
}

/**
 * The error because of which the data of a query is missing, also while it is retried; null if nothing is wrong. If the
 * practice system accepts no requests for a while, that is reported after the first attempt, without waiting for the
 * last.
 */
export function useFailure(query: QueryState & { failureReason: unknown }, of = ''): unknown {
  const last = useLastError(query, of);
  return failureKind(query.failureReason) === 'waiting' ? query.failureReason : last;
}
