import type { Directory } from '#app/api/directory.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { normalizeText } from '#reading/text.ts';

/** Matches appointments that contain all of the typed words; a text without words matches everything. */
export function createTextMatcher(typed: string, directory: Directory): (appointment: ReceivedAppointment) => boolean {
  const words = normalizeText(typed).split(' ').filter(Boolean);
  if (words.length === 0) return () => true;
  return (appointment) => {
    const text = normalizeText(searchedText(appointment, directory));
    return words.every((word) => text.includes(word));
  };
}

/** The searchable text of an appointment: what its block and its details show. */
function searchedText(appointment: ReceivedAppointment, directory: Directory): string {
  const pet = appointment.petId === null ? undefined : directory.pets.get(appointment.petId);
  const vet = directory.employees.get(mainEmployeeId(appointment) ?? '');
  return [
    appointment.title,
    pet?.name,
    pet?.clientName,
    vet?.name,
    appointment.visitTypeName ?? directory.types.get(appointment.visitTypeId ?? '')?.name,
    appointment.notes,
    appointment.bookingNotes,
    appointment.clientNotes,
  ]
    .filter(Boolean)
    .join('\n');
}
