import {
  onlineBookingQueries,
  putOnlineBooking,
  readCurrentBookingSettings,
  SlugTakenError,
} from '#app/api/online-booking.ts';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { useSettingsForm } from '#app/features/practice/use-settings-form.ts';
import type { ReceivedOnlineBooking } from '#contract/received-online-booking.ts';
import {
  applyDraft,
  type EditedBooking,
  findBookingProblems,
  toBookingRequest,
  toFormInput,
} from './booking-values.ts';

/** The settings of the booking pages while they are edited. */
export function useBookingSettings(settings: ReceivedOnlineBooking) {
  const { api, companyId } = useEditor();
  const { stores, types: all } = usePractice();
  const storesAndTypes = { stores, types: all.filter(({ isActive }) => isActive) };
  const form = useSettingsForm<ReceivedOnlineBooking, EditedBooking>({
    draft: 'online booking',
    settings,
    toFormInput: (saved) => toFormInput(saved, storesAndTypes),
    applyDraft,
    readCurrent: readCurrentBookingSettings,
    queryKey: onlineBookingQueries.settings(api, companyId).queryKey,
    isValid: (input) => Object.keys(findBookingProblems(input, storesAndTypes)).length === 0,
    put: (current, input) =>
      putOnlineBooking(api, {
        companyId,
        expectedUpdatedAt: current.updatedAt,
        ...toBookingRequest(current, input, storesAndTypes),
      }),
  });
  const takenSlug = form.error instanceof SlugTakenError ? form.error.slug : null;
  const problems = findBookingProblems(form.input, storesAndTypes, takenSlug);
  return { ...form, ...storesAndTypes, problems: form.showProblems ? problems : {} };
}

export type BookingSettingsForm = ReturnType<typeof useBookingSettings>;
