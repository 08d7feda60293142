import { useState } from 'react';
import { failureKind } from '#app/api/api-error.ts';

interface QueryState {
  status: 'pending' | 'error' | 'success';
  error: unknown;
}

/**
 * The error of the last attempt of a query, even while it is retried; null if it succeeded.
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
 * The error of a query that has no data, even while the query is retried; null if there is none. If the practice system
 * accepts no requests for a while, that is reported after the first failed attempt instead of the last one.
 */
export function useFailure(query: QueryState & { failureReason: unknown }, of = ''): unknown {
  const last = useLastError(query, of);
  return failureKind(query.failureReason) === 'waiting' ? query.failureReason : last;
}
