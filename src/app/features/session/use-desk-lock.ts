import { useEffect, useEffectEvent } from 'react';
import { localStore } from '#app/browser/storage.ts';
import { clearRecordedUse, isLockDue, recordUse, saveLockMinutes } from '#app/session/desk-lock.ts';

const USE_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** The events after which a tab that slept or was in the background checks at once whether to lock. */
const RETURN_EVENTS = ['focus', 'pageshow', 'visibilitychange'] as const;
/** The interval at which use of the desk is recorded, and at which the time since the last use is checked. */
const CHECK_INTERVAL_MS = 10_000;

/**
 * Whether an event shows that someone uses the desk. A pointer event without movement does not, because browsers also send one
 * if the content moves under the pointer.
 */
const isRealUse = (event: Event) => !(event instanceof PointerEvent) || event.type !== 'pointermove' || hasMoved(event);
const hasMoved = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;

/** Calls `onUnused` when no tab of this browser has been used for `minutes`; never if `minutes` is null. */
export function useDeskLock(minutes: number | null, onUnused: () => void): void {
  const lock = useEffectEvent(onUnused);
  useEffect(() => {
    if (minutes === null) {
      clearRecordedUse(localStore);
      return undefined;
    }
    saveLockMinutes(localStore, minutes);
    let recordedAt = Date.now();
    recordUse(localStore, recordedAt);
    function lockIfUnused() {
      if (isLockDue(localStore, Date.now())) lock();
    }
    function onUse(event: Event) {
      const now = Date.now();
      if (!isRealUse(event) || Math.abs(now - recordedAt) < CHECK_INTERVAL_MS) return;
      recordedAt = now;
      // The event that wakes a sleeping computer does not count as use: the desk was unused before it.
      if (isLockDue(localStore, now)) lock();
      else recordUse(localStore, now);
    }
    const listenerController = new AbortController();
    const listening = { capture: true, passive: true, signal: listenerController.signal };
    for (const name of USE_EVENTS) window.addEventListener(name, onUse, listening);
    for (const name of RETURN_EVENTS) window.addEventListener(name, lockIfUnused, listening);
    const timer = setInterval(lockIfUnused, CHECK_INTERVAL_MS);
    return () => {
      listenerController.abort();
      clearInterval(timer);
    };
  }, [minutes]);
}
