import type { Database } from '#service/db/database.ts';
import type { TypedDetails } from '#service/db/online-booking/booking-forms.ts';
import { bookingPages, onlineBooking } from '#service/db/schema.ts';
import type { TestPractice } from './practice-rows.ts';

/** Settings of the booking pages of a test practice; absent ones get plausible values. */
interface BookingSettings {
  slug: string;
  isOn: boolean;
  types: { visitTypeId: string; isOn: boolean; publicName: string | null }[];
  noticeHours: number;
  daysAhead: number;
  dailyLimit: number;
  origins: string[];
}

/** Writes a booking page for the first store of a practice, in place of one that it has, and returns its slug. */
export async function addBookingPage(
  { db }: Pick<Database, 'db'>,
  { companyId, stores: [storeId], visitType }: Pick<TestPractice, 'companyId' | 'stores' | 'visitType'>,
  given: Partial<BookingSettings> = {},
): Promise<string> {
  const { slug = companyId, isOn = true, ...rest } = given;
  const page = { companyId, storeId, isOn, slug, position: 0 };
  const settings = {
    ...{ types: [{ visitTypeId: visitType, isOn: true, publicName: null }], noticeHours: 1, daysAhead: 30 },
    ...{ dailyLimit: 200, origins: [], ...rest, companyId, updatedAt: '2026-01-05T08:00:00.000Z' },
  };
  await db
    .insert(bookingPages)
    .values(page)
    .onConflictDoUpdate({
      target: [bookingPages.companyId, bookingPages.storeId],
      set: page,
    });
  await db.insert(onlineBooking).values(settings).onConflictDoUpdate({
    target: onlineBooking.companyId,
    set: settings,
  });
  return slug;
}

/** What a visitor types; absent fields get plausible values. */
export const bookingDetails = (
  { visitType }: Pick<TestPractice, 'visitType'>,
  given: Partial<TypedDetails> & Pick<TypedDetails, 'start'>,
): TypedDetails => ({
  ...{ visitTypeId: visitType, firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com', phone: '555 010 1234' },
  ...{ petName: 'Bella', species: 'Dog', note: null, ...given },
});
