import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { type ApiError, asApiError, asksToWait } from '#app/api/api-error.ts';
import { isolated } from '#app/text/isolated.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

/** The state of a query. */
interface QueryState {
  status: 'pending' | 'error' | 'success';
  error: unknown;
}

/**
 * The error of the last attempt of a query, kept during a retry; null where it succeeded.
 *
 * @param of a key of what the query loads: the error of something else is dropped
 */
export function useLastError({ status, error }: QueryState, of: string): unknown {
  const [last, setLast] = useState<{ of: string; error: unknown }>({ of, error: null });
  const before = last.of === of ? last.error : null;
  const now = status === 'pending' ? before : error;
  if (last.of !== of || last.error !== now) setLast({ of, error: now });
  return now;
}

/**
 * Why what a query loads is not there, kept while it is retried; null where nothing is wrong. A wait for the practice
 * system counts from its beginning.
 */
export function useFailure(query: QueryState & { failureReason: unknown }, of = ''): unknown {
  const last = useLastError(query, of);
  return failureKind(query.failureReason) === 'waiting' ? query.failureReason : last;
}

/** What an error means to the user. */
type FailureKind = 'refused' | 'waiting' | 'failed';

/** `refused`: the key of the desk is not accepted. `waiting`: the practice system accepts no requests for a while. */
export function failureKind(error: unknown): FailureKind {
  const status = asApiError(error)?.status;
  if (status === 401 || status === 403) return 'refused';
  return asksToWait(error) ? 'waiting' : 'failed';
}

/** The identifier that support asks for; null where there is none, and for what passes by itself. */
export function errorIdOf(error: unknown): string | null {
  return asksToWait(error) ? null : (asApiError(error)?.errorInstanceId ?? null);
}

/** What the message keys of our own gateway and service mean; none where only the suggestion says what is wrong. */
const ownReasons: Readonly<Record<ErrorMessageKey, (() => string) | null>> = {
  invalid_input: null,
  authorization_required: () => t`The practice system does not accept the key.`,
  insufficient_access: () => t`You may not do this: it needs rights, or access to stores, that you do not have.`,
  // What sets up and changes the practice says these itself.
  wrong_code: null,
  wrong_pin: null,
  no_pin: null,
  set_up_already: null,
  confirm_key: null,
  in_use: null,
  last_manager: null,
  already_issued: null,
  not_removable: () => t`This booking can no longer be taken back. Cancel it instead.`,
  read_only_key: () => t`The key may not do this.`,
  not_found: () => t`The practice system does not know what was asked for.`,
  another_person: () => t`Somebody else has signed in in this browser. Sign in again to continue.`,
  changed_meanwhile: () => t`Somebody else has changed it meanwhile.`,
  request_in_progress: () => t`It is being saved already. Look again in a moment.`,
  length_required: () => t`Something unexpected went wrong.`,
  payload_too_large: () => t`This is too much to be sent at once.`,
  idempotency_key_reused: () => t`Something unexpected went wrong.`,
  rate_limit_exceeded: () => t`The practice system is asked too often. Try again in a moment.`,
  internal_error: () => t`The practice system has a fault.`,
  storage_full: () =>
    t`The disk of the practice system is full: nothing was saved. Ask whoever looks after it in your practice to make room.`,
  upstream_invalid: noSense,
  upstream_unavailable: () => t`The practice system cannot be reached.`,
  upstream_timeout: () => t`The practice system took too long to answer.`,
  outcome_unknown: () => t`The answer was lost: it may have been saved.`,
};

function noSense(): string {
  return t`The practice system sent an answer that makes no sense.`;
}

function ownReasonOf({ messageKey }: ApiError): string | null {
  const known = Object.entries(ownReasons).find(([key]) => key === messageKey);
  return known?.[1]?.() ?? null;
}

/** The practice system's own words on an error, in its own language; null where the app says in its own what happened. */
export function foreignWordsOf(error: unknown): string | null {
  const api = asApiError(error);
  return api?.kind === 'http' && ownReasonOf(api) === null ? api.suggestion : null;
}

/** The reason of an error as a sentence; the practice system's own words in quotation marks. */
export function reasonOf(error: unknown): string {
  const api = asApiError(error);
  if (!api) return t`Something unexpected went wrong.`;
  if (api.kind === 'network')
    return t`Frontdesk cannot be reached: there is no network, or its program is not running.`;
  if (api.kind === 'invalid') return noSense();
  const own = ownReasonOf(api);
  if (own !== null) return own;
  const words = isolated(api.suggestion ?? '');
  if (words !== '') return t`The practice system says: “${words}”`;
  const status = String(api.status);
  return t`The practice system answered with status ${status}.`;
}

/** The text for a key that the practice system does not accept. */
export function refusalText(error: unknown): { title: string; advice: string } {
  return {
    title:
      asApiError(error)?.status === 403
        ? t`Frontdesk’s key may not view appointments`
        : t`The practice system no longer accepts Frontdesk’s key`,
    advice: t`Ask whoever looks after Frontdesk in your practice for a new one. This page will continue automatically as soon as the key works.`,
  };
}

/**
 * Says that the practice system is busy, and for how long; `words.waiting` is the same without seconds, for screen
 * readers.
 */
export function waitingText(seconds: number | null): string {
  if (seconds === null) return t`Waiting for the practice system: it is busy just now.`;
  if (seconds === 0) return t`Waiting for the practice system: trying again.`;
  return t({ message: `Waiting for the practice system: trying again in ${seconds} s.`, comment: 'seconds, in short' });
}

/** The `Retry-After` of an error in seconds; null where it has none. */
export function waitOf(error: unknown): number | null {
  return asApiError(error)?.retryAfterSeconds ?? null;
}

/** The reason of an error, as {@link reasonOf}. */
export function Reason({ error }: { error: unknown }) {
  const words = foreignWordsOf(error);
  return words === null ? reasonOf(error) : <Said text={words} />;
}

/** The text of the practice system, unchanged, in a sentence of the app. Its language is unknown, hence the empty lang. */
export function Said({ text }: { text: string }) {
  return (
    <Trans>
      The practice system says: “<bdi lang="">{text}</bdi>”
    </Trans>
  );
}
