import { type FocusEvent, useState } from 'react';
import { inOrder } from '#app/scheduling/in-the-way.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/**
 * Adds to the open requests those that were just answered here, so that a second press meets no other request. They
 * stay in their places, with the status that they got, while the pointer or the focus is in the list.
 */
export function useAnswered(open: readonly ReceivedAppointment[]) {
  const [answered, setAnswered] = useState<readonly ReceivedAppointment[]>([]);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const openIds = new Set(open.map(({ id }) => id));
  // After Undo a request is open again.
  const kept = isPointed || isFocused ? answered.filter(({ id }) => !openIds.has(id)) : [];
  if (kept.length < answered.length) setAnswered(kept);
  return {
    requests: [...open, ...kept].toSorted(inOrder),
    isOpen: ({ id }: ReceivedAppointment) => openIds.has(id),
    keep: (request: ReceivedAppointment, status: string) => setAnswered([...kept, { ...request, status }]),
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
