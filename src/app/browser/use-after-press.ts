import { useEffect, useRef } from 'react';

const PRESS_EVENTS = ['pointerdown', 'mousedown'];
const RELEASE_EVENTS = ['pointerup', 'pointercancel', 'mouseup', 'dragend'];

/**
 * Delays work that follows a blur. If a mouse press caused the blur, the work runs once the press has become a click,
 * before the click's handlers, or has ended otherwise. Running it immediately could move the pressed button, and the
 * click would miss it. Without a press it runs immediately.
 */
export function useAfterPress(): (run: () => void) => void {
  const pressed = useRef(false);
  useEffect(() => {
    const until = new AbortController();
    const trackPresses = (names: readonly string[], isPressed: boolean) => {
      for (const name of names) {
        window.addEventListener(
          name,
          () => {
            pressed.current = isPressed;
          },
          { capture: true, signal: until.signal },
        );
      }
    };
    trackPresses(PRESS_EVENTS, true);
    trackPresses(RELEASE_EVENTS, false);
    return () => until.abort();
  }, []);

  return (run) => {
    if (!pressed.current) {
      run();
      return;
    }
    const until = new AbortController();
    const runOnce = () => {
      if (until.signal.aborted) return;
      until.abort();
      run();
    };
    window.addEventListener('click', runOnce, { capture: true, signal: until.signal });
    for (const name of RELEASE_EVENTS) {
      window.addEventListener(name, () => setTimeout(runOnce), { capture: true, signal: until.signal });
    }
  };
}
