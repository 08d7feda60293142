// Each view marks the element of an appointment with `data-appointment`, be it a block, a row or a tile.

/** The element of the appointment in which an event happened. */
export function appointmentElementAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null;
}

/** The id of the appointment in whose element an event happened. */
export function appointmentIdAt(target: EventTarget | null): string | null {
  return appointmentElementAt(target)?.dataset['appointment'] ?? null;
}

/** The id of the calendar event (an appointment or blocked time) in whose element something happened. */
export function eventIdAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-event]')?.dataset['event'] ?? null) : null;
}

/** The element of an appointment inside another element. */
export function appointmentElementIn(root: ParentNode | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(id)}"]`) ?? null;
}

/** Gives a truncated text a tooltip while the mouse is over it. */
export function addTitleIfTruncated({ target }: { target: EventTarget }): void {
  const truncated = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null;
  if (truncated && truncated.scrollWidth > truncated.clientWidth) truncated.title = truncated.textContent;
}
