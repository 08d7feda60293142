import { isTyping } from './is-typing.ts';

/** How many frames something that opens may take until it has the focus. */
const FRAMES = 10;
const nextFrame = () => new Promise(requestAnimationFrame);

const isTextKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !altKey && !metaKey;

/**
 * Passes keys that were pressed before something opened on to it, once it has taken the focus. If the focus stays where it
 * was before, nothing has opened, and the keys are dropped.
 */
export async function typeAhead(keys: readonly KeyboardEvent[], before: Element | null): Promise<void> {
  const isWaiting = () => document.activeElement === before || document.activeElement === document.body;
  for (let frame = 0; frame < FRAMES && isWaiting(); frame += 1) await nextFrame();
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
 * Holds text that is typed from now on until what a key opens has the focus, and then passes it on. The placeholder of
 * something that is loading (`data-loading`) does not count as that. Escape ends the holding; so does any key but text
 * in a field.
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
    // Keys that are passed on are not held again, and what loads handles Tab and Enter itself.
    if (!event.isTrusted || (isLoading() && !isTextKey(event))) return;
    // Tab, Enter and the like do in a field what no event from a script could.
    const isForField = !isTextKey(event) && isTyping() && !isWaiting();
    if (isForField) for (const { key } of held.splice(0)) document.execCommand('insertText', false, key);
    if (isForField || event.key === 'Escape') return listening.abort();
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal });
  const isOpening = (frame: number) => isLoading() || (isWaiting() && frame < FRAMES);
  for (let frame = 0; isOpening(frame) && !listening.signal.aborted; frame += 1) await nextFrame();
  // A field that was just drawn may be drawn once more, without what was typed.
  for (const _ of [1, 2]) await nextFrame();
  while (held.length > 0 && !listening.signal.aborted) await typeAhead(held.splice(0, 1), before);
  listening.abort();
  isHolding = false;
}
