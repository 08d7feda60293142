import type { AppointmentType, Company } from '#contract/clients-pets-staff.ts';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import {
  type BookingServer,
  initialOnlineBooking,
  type OnlineBooking,
  putOnlineBookingSchema,
  type TurnedAwayVisitors,
} from '#contract/online-booking.ts';
import type { CheckedRequest } from './check-request.ts';

export type OnlineBookingInMemory = ReturnType<typeof createOnlineBookingInMemory>;

/**
 * The booking pages of a practice in memory: off at first, on a server with e-mail and a public address. Throws the errors that
 * the service would send.
 */
export function createOnlineBookingInMemory({
  company,
  types,
}: {
  company: Company;
  types: readonly AppointmentType[];
}) {
  const settings: OnlineBooking = { ...initialOnlineBooking };
  /** What the server has been set up with. */
  const server: BookingServer = { publicUrl: 'https://vets.example', hasEmail: true };
  const turnedAway: TurnedAwayVisitors = {
    from: '2026-05-05',
    byReason: { robot: 0, address: 0, email: 0, code: 0, day: 0 },
  };
  /** The addresses that stores of other companies on this server have. */
  const taken = new Set<string>();

  /** Changes the settings, as if by a colleague at another desk. */
  function change(changes: Partial<OnlineBooking>): void {
    const updatedAt = new Date(
      nextUpdatedAt(Date.now(), settings.updatedAt ?? '2025-01-06T08:00:00.000Z'),
    ).toISOString();
    Object.assign(settings, changes, { updatedAt });
  }

  function put(body: unknown): OnlineBooking {
    const { companyId: _, expectedUpdatedAt, ...wanted } = putOnlineBookingSchema.parse(body);
    for (const [index, { storeId, slug }] of wanted.stores.entries()) {
      if (!company.stores.some(({ id }) => id === storeId))
        throw new ServiceError('not_found', `stores[${index}].storeId: the company has no such store`);
      if (slug != null && taken.has(slug)) throw invalidInput(`stores[${index}].slug`, 'is taken');
    }
    for (const [index, { visitTypeId }] of wanted.types.entries())
      if (!types.some(({ id }) => id === visitTypeId))
        throw invalidInput(`types[${index}].visitTypeId`, 'the company has no such appointment type');
    const stores = wanted.stores.map((store) => ({ ...store, slug: store.slug ?? null }));
    const offered = wanted.types.map((type) => ({ ...type, publicName: type.publicName ?? null }));
    const next: OnlineBooking = { ...settings, ...wanted, stores, types: offered };
    if (JSON.stringify(next) === JSON.stringify(settings)) return settings;
    const instant = (updatedAt: string | null) => (updatedAt === null ? null : instantOf(updatedAt));
    if (instant(expectedUpdatedAt) !== instant(settings.updatedAt))
      throw new ServiceError('changed_meanwhile', 'check the current settings', { current: { ...settings } });
    const wasOn = (storeId: string) => settings.stores.some((store) => store.storeId === storeId && store.isOn);
    if (!server.hasEmail && stores.some(({ isOn, storeId }) => isOn && !wasOn(storeId)))
      throw new ServiceError('no_channel', 'set up e-mail first');
    change(next);
    return settings;
  }

  return {
    settings,
    server,
    turnedAway,
    taken,
    change,
    /** The response to a request about the booking pages; null for any other. */
    respond({ name, body }: CheckedRequest): unknown {
      switch (name) {
        case 'GET /v1/online-booking':
          return settings;
        case 'PUT /v1/online-booking':
          return put(body);
        case 'GET /v1/online-booking/server':
          return server;
        case 'GET /v1/online-booking/turned-away':
          return turnedAway;
        default:
          return null;
      }
    },
  };
}
