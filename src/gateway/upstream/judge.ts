import type { ErrorMessageKey } from '#contract/error.ts';
import { GatewayError } from '#gateway/gateway-error.ts';
import type { Answer } from './answer.ts';
import { UnusableAnswer, UpstreamFailure } from './upstream.ts';

const REFUSALS: Partial<Record<number, readonly [ErrorMessageKey, string]>> = {
  400: ['invalid_input', 'The practice API refused the request without saying which part of it.'],
  401: ['authorization_required', 'The practice API does not accept the API key.'],
  403: ['insufficient_access', 'The API key may not do this.'],
  404: ['not_found', 'The practice API does not know what was asked for.'],
  413: ['payload_too_large', 'The practice API takes no request of this size.'],
};

/**
 * What the browser is told when an answer has come: the answer itself, or a {@link GatewayError} in its place where its
 * body explains nothing. For a create, an answer that does not prove that nothing was written is `outcome_unknown`.
 */
export function judgeAnswer(answer: Answer, options: { create: boolean }): Answer {
  const { status, explains } = answer;
  if (status < 400 || explains) return answer;
  const refusal = REFUSALS[status];
  if (refusal !== undefined) throw new GatewayError(...refusal);
  if (options.create) throw outcomeUnknown(`status ${status}`);
  if (status === 503) throw new GatewayError('upstream_unavailable', 'The practice API is not available. Try again.');
  if (status === 504) throw new GatewayError('upstream_timeout', 'The practice API took too long. Try again.');
  throw new GatewayError('upstream_invalid', `The practice API failed with status ${status}. Try again.`);
}

/** What the browser is told when no usable answer came. Errors of any other kind are returned as they are. */
export function judgeFailure(error: unknown, options: { create: boolean }): unknown {
  if (error instanceof UpstreamFailure) {
    if (!error.sent) {
      const notDone = options.create ? ' Nothing was booked.' : '';
      return new GatewayError('upstream_unavailable', `The practice API cannot be reached.${notDone}`, {
        cause: error,
      });
    }
    if (options.create) return outcomeUnknown(error);
    if (error.timedOut)
      return new GatewayError('upstream_timeout', 'The practice API took too long.', { cause: error });
    return new GatewayError('upstream_unavailable', 'The connection to the practice API broke.', { cause: error });
  }
  if (error instanceof UnusableAnswer) {
    if (options.create) return outcomeUnknown(error);
    return new GatewayError('upstream_invalid', 'The practice API sent an answer that cannot be read.', {
      cause: error,
    });
  }
  return error;
}

function outcomeUnknown(cause: unknown): GatewayError {
  return new GatewayError(
    'outcome_unknown',
    'The answer to the booking was lost. The appointment may have been booked: look for it before booking again.',
    { cause },
  );
}
