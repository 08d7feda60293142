import { type ApiClient, type CallInput, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { asApiError, createConflictReader } from '#app/api/api-error.ts';
import { endpointQuery } from '#app/api/queries.ts';
import { messageCalls as calls } from '#contract/message-calls.ts';
import { receivedOnlineBookingSchema } from '#contract/received-online-booking.ts';

// The settings of the booking pages for the web site.

export const onlineBookingQueries = {
  settings: (api: ApiClient, companyId: string) => endpointQuery(api, calls.getOnlineBooking, { companyId }),
  /**
   * Whether the server has a public URL and can send e-mail; offered only if the session's capabilities have the
   * operation.
   */
  server: (api: ApiClient, companyId: string) => endpointQuery(api, calls.getBookingServer, { companyId }),
  /** How often visitors were turned away; offered only if the session's capabilities have the operation. */
  turnedAwayCount: (api: ApiClient, companyId: string) => endpointQuery(api, calls.countTurnedAway, { companyId }),
};

/** Thrown if a store of another company already uses the address of a booking page. */
export class SlugTakenError extends Error {
  override readonly name = 'SlugTakenError';
  readonly slug: string;

  constructor(slug: string, cause: unknown) {
    super(`another store has the address ${slug}`, { cause });
    this.slug = slug;
  }
}

/**
 * Stores all of the settings, and returns them. It is safe to repeat.
 *
 * @throws SlugTakenError
 * @throws ApiError; after a colleague's change, it includes the current settings ({@link readCurrentBookingSettings})
 */
export async function putOnlineBooking(api: ApiClient, settings: CallInput<typeof calls.putOnlineBooking>) {
  try {
    return await api.call(calls.putOnlineBooking, settings, { signal: AbortSignal.timeout(CREATE_TIMEOUT_MS) });
  } catch (error) {
    const { status, suggestion } = asApiError(error) ?? {};
    const [, index] = (status === 400 && /^stores\[(\d+)\]\.slug\b/.exec(suggestion ?? '')) || [];
    const slug = index === undefined ? null : settings.stores[Number(index)]?.slug;
    throw slug == null ? error : new SlugTakenError(slug, error);
  }
}

/** The settings in a colleague's version, from the error of a refused change. */
export const readCurrentBookingSettings = createConflictReader(receivedOnlineBookingSchema);
