import { sleep } from '#app/browser/sleep.ts';
import type { Control } from '#app/commands/tasks.ts';

/** How long to wait until a page shows one of the controls, in milliseconds. */
const CONTROL_TIMEOUT_MS = 5_000;
/** The time between two searches for the controls, in milliseconds. */
const CONTROL_SEARCH_INTERVAL_MS = 50;
/**
 * How long only the first control is accepted, in milliseconds, because it is the preferred one. After that, any of the
 * controls is accepted.
 */
const PREFERRED_CONTROL_MS = 1_200;

const CONTROL_SELECTOR = 'button, a[href], input, [role="combobox"], [role="tab"], [role="radio"]';

const isVisible = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
};

const accessibleName = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim();

/** The visible element of a control; null if there is none. */
function findElement(control: Control): HTMLElement | null {
  const elements =
    'selector' in control
      ? [...document.querySelectorAll<HTMLElement>(control.selector)]
      : [...document.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
          (one) => accessibleName(one) === control.name,
        );
  return elements.find(isVisible) ?? null;
}

/**
 * Waits until one of the controls is on the screen; for a moment, only the first one is accepted. Resolves with null if none
 * appears.
 */
export async function findControl(controls: readonly Control[], signal: AbortSignal): Promise<HTMLElement | null> {
  const started = performance.now();
  for (;;) {
    const isBusy = document.querySelector('main[aria-busy="true"]') !== null;
    const waited = performance.now() - started;
    const candidates = waited < PREFERRED_CONTROL_MS || isBusy ? controls.slice(0, 1) : controls;
    for (const control of candidates) {
      const element = isBusy && 'selector' in control ? null : findElement(control);
      if (element) return element;
    }
    if (waited > CONTROL_TIMEOUT_MS || signal.aborted) return null;
    await sleep(CONTROL_SEARCH_INTERVAL_MS);
  }
}
