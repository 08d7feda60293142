/** Longer than anybody types into nothing. */
const MAX_MS = 15_000;

let ending: AbortController | null = null;

/**
 * Keeps what is typed from now on until a text field of a dialog has the focus, and puts it in there: to be called with
 * the key or the click that opens the dialog. Nothing of it reaches anything else meanwhile. Escape, Tab and a click end
 * it, and so does `dropTyping`.
 */
export function holdTyping(): void {
  dropTyping();
  const over = new AbortController();
  ending = over;
  const typed: string[] = [];
  let entered = false;
  let arrived = false;
  const listening = { capture: true, signal: over.signal };

  window.addEventListener(
    'keydown',
    (event) => {
      const role = roleOf(event);
      if (role === 'ends') over.abort();
      if (role !== 'kept') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // A key that opened the dialog repeats while it is held down.
      if (entered || event.repeat) return;
      if (event.key === 'Enter') entered = true;
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
      // Not in the middle of what moved the focus. Until then everything is still kept.
      setTimeout(() => {
        if (over.signal.aborted) return;
        if (typed.length > 0) insert(target, typed.join(''));
        over.abort();
        // What the text leads to is drawn first.
        if (entered) setTimeout(() => pressEnter(target));
      });
    },
    listening,
  );
  window.addEventListener('pointerdown', () => over.abort(), listening);
  const timer = setTimeout(() => over.abort(), MAX_MS);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
}

/** The keys that are kept until `pressHeld`. */
let held: { keys: KeyboardEvent[]; over: AbortController } | null = null;

/**
 * Keeps every key from now on until `pressHeld`, for what takes keys itself once it is there: to be called with the key that
 * asks for it. Escape, Tab and a click mean that it is not wanted any more.
 */
export function holdKeys(onGivenUp: () => void): void {
  dropTyping();
  const over = new AbortController();
  const keys: KeyboardEvent[] = [];
  ending = over;
  held = { keys, over };
  const listening = { capture: true, signal: over.signal };
  function giveUp() {
    onGivenUp();
    over.abort();
  }
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape' || event.key === 'Tab') giveUp();
      else keys.push(event);
    },
    listening,
  );
  window.addEventListener('pointerdown', giveUp, listening);
  const timer = setTimeout(() => over.abort(), MAX_MS);
  over.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    held = null;
  });
}

/** Presses the keys that were kept, one after the other, on what has the focus then; what is typed meanwhile follows them. */
export async function pressHeld(): Promise<void> {
  if (!held) return;
  const { keys, over } = held;
  for (let event = keys.shift(); event && !over.signal.aborted; event = keys.shift()) {
    const { key, code, altKey, shiftKey } = event;
    const target = document.activeElement ?? document.body;
    const again = new KeyboardEvent('keydown', { key, code, altKey, shiftKey, bubbles: true, cancelable: true });
    const unhandled = target.dispatchEvent(again);
    // Browsers press a button for a person's own key alone.
    if (unhandled && (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement) target.click();
    // What the key leads to is drawn first.
    await new Promise((drawn) => setTimeout(drawn));
  }
  over.abort();
}

/** Gives up what is kept: the field will not come. */
export function dropTyping(): void {
  ending?.abort();
  ending = null;
}

/** Whether a key is kept, means that the person is going elsewhere, or is no typing at all. */
function roleOf(event: KeyboardEvent): 'kept' | 'ends' | 'passes' {
  const { key } = event;
  if (!event.isTrusted || event.isComposing || key === 'Process') return 'passes';
  // On some keyboards AltGr is Ctrl and Alt.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) return 'passes';
  if (key === 'Escape' || key === 'Tab') return 'ends';
  return isCharacter(key) || key === 'Enter' || key === 'Backspace' || key.startsWith('Arrow') ? 'kept' : 'passes';
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

/** As if it had been typed at the caret. */
function insert(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** As if Enter had been pressed in the field: browsers send a form for a person's own key alone. */
function pressEnter(field: HTMLInputElement | HTMLTextAreaElement): void {
  const key = 'Enter';
  const unhandled = field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  if (unhandled && field instanceof HTMLInputElement) field.form?.requestSubmit();
  field.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
}
