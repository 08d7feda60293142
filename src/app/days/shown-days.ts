import { applyUnsaved } from '#app/api/appointment-records.ts';
import { type AppointmentDay, listMembership } from '#app/api/appointment-store.ts';
import { useDay } from '#app/api/appointments.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';

/** The appointments of days on the screen, with unsaved changes in `content` and without them in `saved`. */
export function useShownDay(span: AppointmentDay) {
  const { content: saved, ...day } = useDay(span);
  const { records } = useUnsavedChanges();
  const content = saved && { ...saved, appointments: applyUnsaved(saved.appointments, records, listMembership(span)) };
  return { ...day, saved, content };
}
