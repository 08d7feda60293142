import { isTyping } from './is-typing.ts';

/** How many frames something that opens may take until it has the focus. */
const FRAMES = 10;
const nextFrame = () => new Promise(requestAnimationFrame);

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
    const isText = [...key].length === 1 && !ctrlKey && !altKey && !metaKey;
    // The only way in which a field counts text as typed; all browsers have it.
    if (isText && isTyping()) document.execCommand('insertText', false, key);
    else {
      const again = { key, code, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', again));
    }
    await nextFrame();
  }
}
