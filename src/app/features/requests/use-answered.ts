import { type FocusEvent, useState } from 'react';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { byTime } from '#scheduling/conflicting-appointments.ts';

const REQUESTED: AppointmentStatus = 'requested';

/**
 * Adds to the open requests those that were just answered, here or by a colleague, so that a press meets no other
 * request. They stay in their places, with the status that they got, while the pointer or the focus is in the list.
 */
export function useAnswered(companyId: string, open: readonly ReceivedAppointment[]) {
  const [answered, setAnswered] = useState<readonly ReceivedAppointment[]>([]);
  const [listedIds, setListedIds] = useState<readonly string[]>([]);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const openIds = new Set(open.map(({ id }) => id));
  const isKept = ({ id }: { id: string }) => (isPointed || isFocused) && !openIds.has(id);
  // After Undo a request is open again.
  const own = answered.filter(isKept);
  if (own.length < answered.length) setAnswered(own);
  const byOthers = useAppointmentsById(companyId, listedIds).filter(
    (one) => isKept(one) && one.status !== REQUESTED && !own.some(({ id }) => id === one.id),
  );
  const requests = [...open, ...own, ...byOthers].toSorted(byTime);
  const ids = requests.map(({ id }) => id);
  if (ids.join() !== listedIds.join()) setListedIds(ids);
  return {
    requests,
    isOpen: ({ id }: ReceivedAppointment) => openIds.has(id),
    keep: (request: ReceivedAppointment, status: string) => setAnswered([...own, { ...request, status }]),
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
