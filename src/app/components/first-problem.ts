import type { RefObject } from 'react';

/** Moves the focus to the first field of a form that has a problem, once the problems are rendered. */
export function focusFirstProblem(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
