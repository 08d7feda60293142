import {
  containsPoint,
  createPressGuard,
  isSameTarget,
  type Point,
  type PressTarget,
  type ScreenRect,
} from './press-guard.ts';
import { shortcutKey } from './shortcut-key.ts';

const roleSelector = (names: string) =>
  names
    .split(' ')
    .map((role) => `[role="${role}"]`)
    .join();

/** Controls that show a state or open a list. They remain the same control when their name changes. */
const STATEFUL_CONTROLS = `input, select, textarea, [contenteditable], [aria-pressed], [aria-checked], [aria-selected], [aria-sort] *, [aria-haspopup], ${roleSelector('tab switch checkbox radio option combobox')}`;
const CONTROLS = `${STATEFUL_CONTROLS}, button, a[href], label, summary, [data-appointment], ${roleSelector('button link menuitem')}`;
/** Controls into which text is typed. */
const TEXT_FIELDS =
  'textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=submit])';
const FIELDS = 'input, select, textarea, [role="combobox"]';
/** Controls in which a letter selects an item. */
const CHOICES = `select, ${roleSelector('menu listbox')}`;

/** How far, in pixels, a second press may be from a first one that hit no control, to count as in the same place. */
const SAME_PLACE_PX = 12;
/** How far, in pixels, the pointer must move for a press to become a drag. */
const MIN_DRAG_PX = 10;
/** How long, in milliseconds, a pressed control is watched until something replaces it. */
const WATCH_MS = 10_000;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']);

const toElement = (target: EventTarget | null) => (target instanceof Element ? target : null);

function toPressTarget(element: Element): PressTarget {
  const control = (element instanceof HTMLLabelElement ? element.control : null) ?? element;
  // An appointment's id identifies its block, since the calendar may replace the element.
  const appointment = control.getAttribute('data-appointment');
  const name = control.matches(STATEFUL_CONTROLS) ? '' : (control.getAttribute('aria-label') ?? control.textContent);
  return { control: appointment ?? control, name };
}

/** The control that is hit, and the controls around it. If no control is hit, the element itself counts as one. */
function targetsAt(element: Element): PressTarget[] {
  const targets: PressTarget[] = [];
  for (let one = element.closest(CONTROLS); one; one = one.parentElement?.closest(CONTROLS) ?? null)
    targets.push(toPressTarget(one));
  return targets.length > 0 ? targets : [{ control: element, name: '' }];
}

function spotAt(element: Element, { x, y }: Point): ScreenRect {
  return (
    element.closest(CONTROLS)?.getBoundingClientRect() ?? {
      left: x - SAME_PLACE_PX,
      right: x + SAME_PLACE_PX,
      top: y - SAME_PLACE_PX,
      bottom: y + SAME_PLACE_PX,
    }
  );
}

interface Watch {
  /** Checks now what is at the point of the press, if it may have changed. */
  check: () => void;
  stop: () => void;
}

/**
 * Watches a pressed control until something else is at the point of the press, for example because its panel was closed.
 * It is no longer watched once the person moves the pointer away, scrolls or presses a key, since the next press is then
 * meant for what is there.
 */
function watchPressed(element: Element, { x, y }: Point, onReplaced: () => void): Watch {
  const [target] = targetsAt(element);
  const spot = spotAt(element, { x, y });
  const watching = new AbortController();
  const options = { capture: true, passive: true, signal: watching.signal };
  let frame = 0;
  function stop() {
    watching.abort();
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }
  function check() {
    if (frame === 0 || watching.signal.aborted) return;
    cancelAnimationFrame(frame);
    frame = 0;
    const found = document.elementFromPoint(x, y);
    if (target === undefined || (found && targetsAt(found).some((one) => isSameTarget(one, target)))) return;
    stop();
    onReplaced();
  }
  function checkInNextFrame() {
    if (frame === 0) frame = requestAnimationFrame(check);
  }
  const observer = new MutationObserver(checkInNextFrame);
  const timer = setTimeout(stop, WATCH_MS);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  window.addEventListener('scroll', checkInNextFrame, options);
  for (const name of ['wheel', 'touchmove', 'keydown', 'resize'] as const) window.addEventListener(name, stop, options);
  window.addEventListener('pointermove', (event) => (containsPoint(spot, event) ? undefined : stop()), options);
  return { check, stop };
}

/** The control that a key presses; null if the key types text, scrolls or moves the focus. */
function keyTarget(event: KeyboardEvent): PressTarget | null {
  const focused = toElement(event.target) ?? document.body;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  const isText = focused.matches(TEXT_FIELDS);
  if (event.key === 'Enter') {
    // This types a line break.
    if (focused.matches('textarea, [contenteditable]') && !hasModifier) return null;
    // In a field, Enter moves to the next field, so the form counts as the control that it presses.
    return focused.matches(FIELDS)
      ? { control: focused.closest('form, [role="dialog"]') ?? focused, name: '' }
      : toPressTarget(focused.closest(CONTROLS) ?? focused);
  }
  if (isText || event.isComposing) return null;
  // On the page itself, Space scrolls.
  if (event.key === ' ') return focused.matches(CONTROLS) ? toPressTarget(focused) : null;
  const key = shortcutKey(event);
  const removes = key === 'Delete' || key === 'Backspace';
  if (([...key].length !== 1 && !removes) || focused.closest(CHOICES)) return null;
  // A modifier with anything but a letter is left to the browser, for example Ctrl + to zoom.
  return hasModifier && !/\p{L}/u.test(key) ? null : toPressTarget(focused.closest(CONTROLS) ?? focused);
}

/**
 * Ignores accidental second presses on the whole page: neither a second press nor a held key affects what has since
 * appeared in the place of the pressed control, or has received the focus (press-guard.ts). Call it before other
 * listeners are registered on the window, because it has to come first.
 */
export function guardPresses(timeOf: (event: Pick<Event, 'timeStamp'>) => number = ({ timeStamp }) => timeStamp) {
  const guard = createPressGuard();
  /** The press that is in progress, or has just ended. */
  let pointer = { counts: true, x: 0, y: 0 };
  /** Whether a key or the pointer is causing the clicks that are dispatched now. */
  let isActing = false;
  const ignoredKeys = new Set<string>();
  /** The control that was pressed last, until it is replaced; null if it is no longer watched. */
  let watch: Watch | null = null;

  const listen = <Name extends keyof WindowEventMap>(name: Name, run: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(
      name,
      (event) => {
        if (event.isTrusted) run(event);
      },
      { capture: true, passive: name.startsWith('touch') },
    );
  function suppress(event: Event): void {
    // Touch listeners are passive, so they cannot call preventDefault. This is not needed either, since the click
    // listener ignores the click that follows.
    if (event.cancelable && !event.type.startsWith('touch')) event.preventDefault();
    event.stopImmediatePropagation();
  }
  const countsAsPress = (element: Element, point: Point, event: Event) =>
    guard.press({ targets: targetsAt(element), spot: spotAt(element, point), point, at: timeOf(event) });

  listen('pointerdown', (event) => {
    const element = toElement(event.target);
    if (!event.isPrimary || event.button !== 0 || !element) return;
    const { x, y } = event;
    watch?.check();
    pointer = { counts: countsAsPress(element, { x, y }, event), x, y };
    if (!pointer.counts) return suppress(event);
    watch?.stop();
    watch = watchPressed(element, pointer, () => guard.replaced(timeOf({ timeStamp: performance.now() })));
  });
  listen('pointerup', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    guard.release(timeOf(event));
    if (!pointer.counts) suppress(event);
    else if (Math.hypot(event.x - pointer.x, event.y - pointer.y) > MIN_DRAG_PX) guard.forget();
  });
  listen('pointercancel', () => guard.forget());
  for (const name of ['mousedown', 'mouseup', 'touchstart', 'touchend', 'dblclick'] as const) {
    listen(name, (event) => {
      if (!pointer.counts && !(event instanceof MouseEvent && event.button !== 0)) suppress(event);
    });
  }
  listen('click', (event) => {
    const element = toElement(event.target);
    if (!element) return;
    if (event.detail > 0) {
      pointer.counts &&= guard.click(targetsAt(element));
      if (!pointer.counts) suppress(event);
      // A click on a label causes another click, on the label's control.
      isActing = true;
      setTimeout(() => {
        isActing = false;
      });
    } else if (!isActing) {
      // A click that a screen reader has triggered.
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (!countsAsPress(element, { x: (left + right) / 2, y: (top + bottom) / 2 }, event)) suppress(event);
    }
  });

  listen('keydown', (event) => {
    if (MODIFIERS.has(event.key)) return;
    isActing = true;
    const target = keyTarget(event);
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    // Pressing a key with a modifier again is deliberate, as with Ctrl Z.
    if (!target || (isModified && !event.repeat)) guard.otherKey();
    if (!target || guard.key({ key: event.key, isRepeat: event.repeat, target, at: timeOf(event) })) return;
    ignoredKeys.add(event.code);
    suppress(event);
  });
  listen('keyup', (event) => {
    // The click that Space causes follows this event.
    setTimeout(() => {
      isActing = false;
    });
    if (ignoredKeys.delete(event.code) && event.key === ' ') suppress(event);
  });
  return {
    /** Stops watching the pressed control, as if the person had moved the pointer away. */
    stopWatching: () => watch?.stop(),
  };
}
