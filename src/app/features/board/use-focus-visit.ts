import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the element of an appointment (`data-appointment`) the focus and brings it into view, once for each object that asks
 * for it, as soon as it is there.
 *
 * @param onMissing what may bring it there where it is not
 */
export function useFocusVisit(
  root: RefObject<HTMLElement | null>,
  focus: { readonly id: string } | null,
  onMissing?: (id: string) => void,
): void {
  const done = useRef<object | null>(null);
  useEffect(() => {
    if (!focus || done.current === focus) return;
    const element = root.current?.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(focus.id)}"]`);
    if (!element) {
      onMissing?.(focus.id);
      return;
    }
    done.current = focus;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
