import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isolated } from '#app/text/isolated.ts';
import { asApiError } from './api-error.ts';

/** What is told of a query that was asked. */
interface Asked {
  status: 'pending' | 'error' | 'success';
  error: unknown;
}

/**
 * Why a query could not be read when it was last asked for; null where it could. It stays while the query is asked again.
 *
 * @param of what the query reads: the error of something else is forgotten
 */
export function useLastError({ status, error }: Asked, of: string): unknown {
  const [last, setLast] = useState<{ of: string; error: unknown }>({ of, error: null });
  const before = last.of === of ? last.error : null;
  const now = status === 'pending' ? before : error;
  if (last.of !== of || last.error !== now) setLast({ of, error: now });
  return now;
}

/** What an error means for who is at the desk. */
export type FailureKind = 'refused' | 'waiting' | 'failed';

/** `refused`: the key of the desk is not accepted. `waiting`: the practice system takes no requests for a while. */
export function failureKind(error: unknown): FailureKind {
  const status = asApiError(error)?.status;
  if (status === 401 || status === 403) return 'refused';
  return status === 429 ? 'waiting' : 'failed';
}

/** The identifier that support asks for; null where there is none, and for too many requests: they are nobody's fault and pass. */
export function errorIdOf(error: unknown): string | null {
  const api = asApiError(error);
  return api?.status === 429 ? null : (api?.errorInstanceId ?? null);
}

/** Why something could not be loaded, in a sentence. */
export function reasonOf(error: unknown): string {
  const api = asApiError(error);
  if (!api) return t`Something unexpected went wrong.`;
  if (api.kind === 'network')
    return t`Frontdesk cannot be reached: there is no network, or its program is not running.`;
  if (api.kind === 'invalid') return t`The practice system sent an answer that makes no sense.`;
  if (api.suggestion !== null) return isolated(api.suggestion);
  const status = String(api.status);
  return t`The practice system answered with status ${status}.`;
}

/** What is said where the practice system does not accept the key that this desk uses. */
export function refusalText(error: unknown): { title: string; advice: string } {
  return {
    title:
      asApiError(error)?.status === 403
        ? t`Frontdesk’s key may not view appointments`
        : t`The practice system no longer accepts Frontdesk’s key`,
    advice: t`Ask whoever looks after Frontdesk in your practice for a new one. This screen goes on by itself as soon as the key works.`,
  };
}

/** That the practice system is waited for, and how long; `words.waiting` is the same without the seconds, which are not announced. */
export function waitingText(seconds: number | null): string {
  if (seconds === null) return t`Waiting for the practice system: it is busy just now.`;
  if (seconds === 0) return t`Waiting for the practice system: trying again.`;
  return t({ message: `Waiting for the practice system: trying again in ${seconds} s.`, comment: 'seconds, in short' });
}

/** After how many seconds the practice system takes requests again, counted from the error; null where it does not say. */
export function waitOf(error: unknown): number | null {
  return asApiError(error)?.retryAfterSeconds ?? null;
}
