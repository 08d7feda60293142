import { isTyping } from './is-typing.ts';

/** The maximum number of frames to wait until something that opens has taken the focus. */
const MAX_FRAMES = 10;
const nextFrame = () => new Promise(requestAnimationFrame);

const isTextKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !altKey && !metaKey;

/**
 * Sends the keys that were pressed while something was opening to whatever has taken the focus since then. If the focus
 * stays on `before`, nothing has opened, and the keys are dropped.
 */
export async function typeAhead(keys: readonly KeyboardEvent[], before: Element | null): Promise<void> {
  const isWaiting = () => document.activeElement === before || document.activeElement === document.body;
  for (let frame = 0; frame < MAX_FRAMES && isWaiting(); frame += 1) await nextFrame();
  if (isWaiting()) return;
  for (const pressed of keys) {
    const { key, code, shiftKey, ctrlKey, altKey, metaKey } = pressed;
    // `execCommand` is the only way to insert text so that a field counts it as typed; all browsers support it.
    if (isTextKey(pressed) && isTyping()) document.execCommand('insertText', false, key);
    else {
      const again = { key, code, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', again));
    }
    await nextFrame();
  }
}

let isHolding = false;

/**
 * Holds back text that is typed after a shortcut until the form or list that the shortcut opens has the focus, and then
 * passes the text on. A placeholder that takes the focus while the code loads (`data-loading`) does not count. Escape
 * stops this, as does any key that types no text, once a field has the focus.
 */
export async function holdTypedText(): Promise<void> {
  if (isHolding) return;
  isHolding = true;
  const before = document.activeElement;
  const held: KeyboardEvent[] = [];
  const listening = new AbortController();
  const isWaiting = () => document.activeElement === before || document.activeElement === document.body;
  const isLoading = () => document.activeElement?.closest('[data-loading]') != null;
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that are passed on are not held again, and a placeholder handles Tab and Enter itself.
    if (!event.isTrusted || (isLoading() && !isTextKey(event))) return;
    // Keys such as Tab and Enter are left to the field, since an event from a script does not have their effect.
    const isForField = !isTextKey(event) && isTyping() && !isWaiting();
    if (isForField) for (const { key } of held.splice(0)) document.execCommand('insertText', false, key);
    if (isForField || event.key === 'Escape') return listening.abort();
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal });
  const isOpening = (frame: number) => isLoading() || (isWaiting() && frame < MAX_FRAMES);
  for (let frame = 0; isOpening(frame) && !listening.signal.aborted; frame += 1) await nextFrame();
  // React may render a new field a second time, without what was typed, so two frames are left for that.
  for (const _ of [1, 2]) await nextFrame();
  while (held.length > 0 && !listening.signal.aborted) await typeAhead(held.splice(0, 1), before);
  listening.abort();
  isHolding = false;
}
