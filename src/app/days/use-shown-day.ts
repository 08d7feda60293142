import { applyUnsavedChanges } from '#app/api/appointment-records.ts';
import { type AppointmentDay, listMembership } from '#app/api/appointment-store.ts';
import { useDay } from '#app/api/appointments.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';

/**
 * Loads a day that is on the screen. `content` includes this tab's unsaved changes, and `saved` does not. Both are null until a
 * page is loaded.
 */
export function useShownDay(span: AppointmentDay) {
  const { content: saved, ...day } = useDay(span);
  const { records } = useUnsavedChanges();
  const content = saved && {
    ...saved,
    appointments: applyUnsavedChanges(saved.appointments, records, listMembership(span)),
  };
  return { ...day, saved, content };
}
