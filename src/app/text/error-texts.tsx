import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ApiError, asApiError, failureKind, isTemporary } from '#app/api/api-error.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { isolateText } from './isolate-text.ts';

/** The identifier that support asks for; null if the error has none, or if the error is only temporary. */
export function errorIdOf(error: unknown): string | null {
  return isTemporary(error) ? null : (asApiError(error)?.errorInstanceId ?? null);
}

/**
 * Texts for the message keys of our own gateway and service; null if the suggestion in the response explains the error.
 */
const ownReasons: Readonly<Record<ErrorMessageKey, (() => string) | null>> = {
  invalid_input: null,
  authorization_required: () => t`The practice system doesn’t accept this key.`,
  insufficient_access: () => t`You don’t have permission to do this, or no access to the store.`,
  // The forms in which these errors occur explain them, so they have no text.
  wrong_code: null,
  wrong_pin: null,
  no_pin: null,
  set_up_already: null,
  in_use: null,
  already_issued: null,
  already_due: () => t`This pet is already due for this visit type.`,
  not_sendable: () => t`This message can’t be sent.`,
  no_public_url: () =>
    t`Other programs can’t reach this server yet. Ask whoever runs Frontdesk to set up its public address.`,
  no_channel: () =>
    t`No e-mail is set up on this server, so codes can’t be sent. Ask whoever runs Frontdesk to set it up.`,
  not_open: () => t`This request has been answered or has expired in the meantime.`,
  confirm_key: () => t`Confirm with your key that it’s you.`,
  last_manager: () => t`This is the last person who can manage the practice. Give someone else access first.`,
  not_removable: () => t`This booking can no longer be undone. Cancel it instead.`,
  not_changeable: () => t`This reason stays as it is: only the person who gave it can change it, within a day.`,
  read_only_key: () => t`This key has no permission to do this.`,
  not_found: () => t`The practice system couldn’t find this. It may have been deleted.`,
  another_person: () => t`Someone else has signed in in this browser. Sign in again to continue.`,
  changed_meanwhile: () => t`Someone else has changed this in the meantime.`,
  request_in_progress: () => t`This is already being saved. Check again in a moment.`,
  length_required: () => t`Something went wrong.`,
  payload_too_large: () => t`This is too large to send in one go.`,
  idempotency_key_reused: () => t`Something went wrong.`,
  rate_limit_exceeded: () => t`Too many requests to the practice system. Try again in a moment.`,
  internal_error: () => t`The practice system reported an error.`,
  storage_full: () =>
    t`Nothing was saved because the practice system’s disk is full. Ask whoever looks after it in your practice to free up space.`,
  upstream_invalid: unreadableResponseText,
  upstream_unavailable: () => t`The practice system can’t be reached.`,
  upstream_timeout: () => t`The practice system took too long to respond.`,
  outcome_unknown: () => t`The response was lost, so we don’t know whether it was saved.`,
};

function unreadableResponseText(): string {
  return t`The practice system sent an unreadable response.`;
}

function translatedReason({ messageKey }: ApiError): string | null {
  const reason = Object.entries(ownReasons).find(([key]) => key === messageKey);
  return reason?.[1]?.() ?? null;
}

/**
 * The practice system's own message, in its own language; null if there is none, or if the app has a text for the
 * error.
 */
export function untranslatedMessage(error: unknown): string | null {
  const api = asApiError(error);
  return api?.kind === 'http' && translatedReason(api) === null ? api.suggestion : null;
}

/** The reason of an error as a sentence; the practice system's own message is quoted. */
export function errorReasonText(error: unknown): string {
  const api = asApiError(error);
  if (!api) return t`Something went wrong.`;
  if (api.kind === 'network')
    return t`Frontdesk can’t be reached. Either there is no network, or Frontdesk isn’t running.`;
  if (api.kind === 'invalid') return unreadableResponseText();
  const ownReason = translatedReason(api);
  if (ownReason !== null) return ownReason;
  const words = isolateText(api.suggestion ?? '');
  if (words !== '') return t`The practice system says: “${words}”`;
  const status = String(api.status);
  return t`The practice system reported an error (HTTP ${status}).`;
}

/**
 * The message for a key or a PIN that could not be checked. `failed` is the sentence that says so, which is followed by
 * the reason.
 */
export function checkFailedText(error: unknown, failed: string): string {
  if (asApiError(error)?.status === 429) return t`Too many attempts. Wait a moment and try again.`;
  return [failed, errorReasonText(error)].join(' ');
}

/** The texts for a key that the practice system does not accept, or that may not view appointments. */
export function keyRejectedTexts(error: unknown): { title: string; advice: string } {
  return {
    title:
      asApiError(error)?.status === 403
        ? t`Frontdesk’s key has no permission to view appointments`
        : t`The practice system no longer accepts Frontdesk’s key`,
    advice: t`Ask whoever looks after Frontdesk in your practice for a new key. This page will continue automatically as soon as it works.`,
  };
}

/**
 * Says that the practice system is busy, and after how many seconds the app tries again (null if that is unknown).
 * `texts.waiting` is the text without the seconds, for screen readers.
 */
export function systemBusyText(seconds: number | null): string {
  if (seconds === null) return t`Waiting for the practice system: it is busy just now.`;
  if (seconds === 0) return t`Waiting for the practice system: trying again.`;
  return t({ message: `Waiting for the practice system: trying again in ${seconds} s.`, comment: 'seconds, in short' });
}

/** The `Retry-After` of an error in seconds; null if it has none. */
export function retryAfterOf(error: unknown): number | null {
  return asApiError(error)?.retryAfterSeconds ?? null;
}

/** The reason of an error, as in {@link errorReasonText}, with a quotation as an element of its own. */
export function ErrorReason({ error }: { error: unknown }) {
  const words = untranslatedMessage(error);
  return words === null ? errorReasonText(error) : <QuotedMessage text={words} />;
}

/** Says why something could not be loaded, or, if the key was refused, what to do about it. */
export function LoadErrorReason({ error }: { error: unknown }) {
  return failureKind(error) === 'refused' ? keyRejectedTexts(error).advice : <ErrorReason error={error} />;
}

/**
 * The practice system's own message, unchanged, within a sentence of the app. Its `lang` is empty, because its language is
 * unknown.
 */
export function QuotedMessage({ text }: { text: string }) {
  return (
    <Trans>
      The practice system says: “<bdi lang="">{text}</bdi>”
    </Trans>
  );
}
