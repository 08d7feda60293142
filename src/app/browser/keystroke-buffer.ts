/** The longest time that keystrokes are buffered. */
const MAX_BUFFERED_MS = 15_000;

let ending: AbortController | null = null;

/**
 * Buffers typed text from now on until a text field of a dialog has the focus, and inserts it there. Call it from the
 * key press or click that opens the dialog. Nothing else receives the keys meanwhile. Escape, Tab, a click or
 * `discardKeystrokes` ends it.
 */
export function bufferKeystrokes(): void {
  discardKeystrokes();
  const controller = new AbortController();
  ending = controller;
  const typed: string[] = [];
  let entered: KeyboardEvent | null = null;
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
      if (entered || event.repeat) return;
      if (event.key === 'Enter') entered = event;
      else if (event.key === 'Backspace') typed.pop();
      else if (isCharacter(event.key)) typed.push(event.key);
    },
    listening,
  );
  window.addEventListener(
    'focusin',
    ({ target }) => {
      if (arrived || !isFieldOfDialog(target)) return;
      arrived = true;
      // Asynchronously, not during the focus change. Keys stay buffered until then.
      setTimeout(() => {
        if (controller.signal.aborted) return;
        if (typed.length > 0) insert(target, typed.join(''));
        controller.abort();
        // React renders the text before Enter is pressed.
        const enter = entered;
        if (enter) setTimeout(() => pressEnter(target, enter));
      });
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
  if (key === 'Escape' || key === 'Tab') return 'ends';
  return isCharacter(key) || key === 'Enter' || key === 'Backspace' || key.startsWith('Arrow') ? 'buffered' : 'passes';
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

function isFieldOfDialog(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.selectionStart !== null)) &&
    target.closest('[role="dialog"], dialog') !== null
  );
}

/** Inserts text as if typed at the caret. */
export function insert(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Presses Enter, with Ctrl or ⌘ if held, in the field. Browsers do not submit a form for a synthetic key event. */
function pressEnter(field: HTMLInputElement | HTMLTextAreaElement, { ctrlKey, metaKey }: KeyboardEvent): void {
  const press = { key: 'Enter', ctrlKey, metaKey, bubbles: true, cancelable: true };
  const unhandled = field.dispatchEvent(new KeyboardEvent('keydown', press));
  if (unhandled && field instanceof HTMLInputElement) field.form?.requestSubmit();
  field.dispatchEvent(new KeyboardEvent('keyup', press));
}
