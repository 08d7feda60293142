import { plural, t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { asApiError } from '#app/api/api-error.ts';
import { wrongPinSchema } from '#contract/desk.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

const wrongPinBodySchema = z.object({ data: z.object({ current: wrongPinSchema }) });

const isRefusal = (error: unknown, key: ErrorMessageKey) => asApiError(error)?.messageKey === key;

export const isWrongPin = (error: unknown) => isRefusal(error, 'wrong_pin');
/** Whether an error says that the person has no PIN in this browser, or no longer has one. */
export const hasNoPin = (error: unknown) => isRefusal(error, 'no_pin');

/** The number of attempts left after a wrong PIN; null for any other error, or if the error does not contain the number. */
export function triesLeftOf(error: unknown): number | null {
  if (!isWrongPin(error)) return null;
  return wrongPinBodySchema.safeParse(asApiError(error)?.body).data?.data.current.triesLeft ?? null;
}

/** The text for a wrong PIN; null for any other error. */
export function wrongPinText(error: unknown): string | null {
  const triesLeft = triesLeftOf(error);
  if (triesLeft !== null)
    return plural(triesLeft, { one: 'Wrong PIN. # try left.', other: 'Wrong PIN. # tries left.' });
  return isWrongPin(error) ? t`Wrong PIN.` : null;
}
