import { t } from '@lingui/core/macro';
import { appointmentName, appointmentRoomName, type Directory, staffName } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

// The names of what a change is about, for use in sentences. Names may be in another script, so each is
// isolated.

/** The lists in which the ids and values of a change are looked up. */
export interface NameSources {
  directory: Directory;
  statuses: EnumDisplays;
}

/** The name of an appointment, for use in a sentence. */
export function appointmentNameText(appointment: ReceivedAppointment, { pets }: Directory): string {
  return isolateText(appointmentName(appointment, pets)) || t`The appointment`;
}

/** The name of a room, or a text for none, for use in a sentence. */
export function roomNameText(roomId: string | null, record: ReceivedAppointment, directory: Directory): string {
  if (roomId === null) return texts.noRoom;
  return isolateText(appointmentRoomName({ storeId: record.storeId, roomId, location: null }, directory));
}

/** The name of an employee, or a text for none, for use in a sentence. */
export function vetNameText(employeeId: string | null, directory: Directory): string {
  if (employeeId === null) return texts.unassigned;
  return isolateText(staffName(employeeId, directory));
}
