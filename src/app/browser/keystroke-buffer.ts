/** The longest time that keystrokes are buffered. */
const MAX_BUFFERED_MS = 15_000;

let ending: AbortController | null = null;

/**
 * Buffers what is typed from now on until a text field of a dialog has the focus, and types it there, key by key: Enter
 * and Tab may move the focus to the next field. Call it from the key press or click that opens the dialog. Nothing else receives
 * the keys meanwhile. Escape, a click or `discardKeystrokes` ends it.
 */
export function bufferKeystrokes(): void {
  discardKeystrokes();
  const controller = new AbortController();
  ending = controller;
  /** Characters, and presses of Enter and Tab. */
  const keys: (string | KeyboardEvent)[] = [];
  let arrived = false;
  const listening = { capture: true, signal: controller.signal };

  window.addEventListener(
    'keydown',
    (event) => {
      const role = roleOf(event);
      if (role === 'ends') controller.abort();
      if (role !== 'buffered') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // Ignore repeats of the key that opened the dialog.
      if (event.repeat) return;
      if (isPress(event)) keys.push(event);
      else if (event.key !== 'Backspace') keys.push(...(isCharacter(event.key) ? [event.key] : []));
      else if (typeof keys.at(-1) === 'string') keys.pop();
    },
    listening,
  );
  /** Types the keys up to the next Enter or Tab, then the others. Keys stay buffered until there are none. */
  function typeKeys(): void {
    if (controller.signal.aborted) return;
    const field = document.activeElement;
    const end = keys.findIndex((key) => typeof key !== 'string');
    const text = keys.splice(0, end === -1 ? keys.length : end).join('');
    if (text !== '' && isFieldOfDialog(field)) insert(field, text);
    const [press] = keys.splice(0, 1);
    if (!(press instanceof KeyboardEvent) || !isInDialog(field)) {
      controller.abort();
      return;
    }
    // React renders the text before the key is pressed, and what the key does before the next one.
    setTimeout(() => {
      if (controller.signal.aborted) return;
      if (press.key === 'Tab') pressTab(field, press);
      else pressEnter(field, press);
      setTimeout(typeKeys);
    });
  }
  window.addEventListener(
    'focusin',
    ({ target }) => {
      if (arrived || !isFieldOfDialog(target)) return;
      arrived = true;
      // Asynchronously, not during the focus change.
      setTimeout(typeKeys);
    },
    listening,
  );
  window.addEventListener('pointerdown', () => controller.abort(), listening);
  const timer = setTimeout(() => controller.abort(), MAX_BUFFERED_MS);
  controller.signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Discards the buffered keys, since the field will not open. */
export function discardKeystrokes(): void {
  ending?.abort();
  ending = null;
}

/** Whether a key is buffered, ends the buffering, or passes through. */
function roleOf(event: KeyboardEvent): 'buffered' | 'ends' | 'passes' {
  const { key } = event;
  if (!event.isTrusted || event.isComposing || key === 'Process') return 'passes';
  // On some keyboards AltGr is Ctrl and Alt.
  if ((event.ctrlKey || event.metaKey) && key !== 'Enter' && !event.getModifierState('AltGraph')) return 'passes';
  if (key === 'Escape') return 'ends';
  return isCharacter(key) || isPress(event) || key === 'Backspace' || key.startsWith('Arrow') ? 'buffered' : 'passes';
}

/** Whether a key goes on to another field. */
function isPress({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key === 'Tab';
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

function isFieldOfDialog(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.selectionStart !== null)) &&
    isInDialog(target)
  );
}

const isInDialog = (element: Element | null): element is Element => element?.closest('[role="dialog"], dialog') != null;

/** Inserts text as if typed at the caret. */
export function insert(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

const TAB_STOPS = 'input, textarea, select, button, a[href], [tabindex]';

/** Presses Tab, or Shift Tab, in the field. Browsers do not move the focus for a synthetic key event. */
function pressTab(field: Element, { shiftKey }: KeyboardEvent): void {
  const press = { key: 'Tab', shiftKey, bubbles: true, cancelable: true };
  if (!(field instanceof HTMLElement) || !field.dispatchEvent(new KeyboardEvent('keydown', press))) return;
  const stops = [...(field.closest('[role="dialog"], dialog')?.querySelectorAll<HTMLElement>(TAB_STOPS) ?? [])].filter(
    (one) => one === field || (one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility()),
  );
  stops[stops.indexOf(field) + (shiftKey ? -1 : 1)]?.focus();
  field.dispatchEvent(new KeyboardEvent('keyup', press));
}

/** Presses Enter, with Ctrl or ⌘ if held, in the field. Browsers do not submit a form for a synthetic key event. */
function pressEnter(field: Element, { ctrlKey, metaKey }: KeyboardEvent): void {
  const press = { key: 'Enter', ctrlKey, metaKey, bubbles: true, cancelable: true };
  const unhandled = field.dispatchEvent(new KeyboardEvent('keydown', press));
  if (unhandled && field instanceof HTMLInputElement) field.form?.requestSubmit();
  field.dispatchEvent(new KeyboardEvent('keyup', press));
}
