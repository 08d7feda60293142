import { useEffect, useState } from 'react';
import { createPace, sharedPace } from './pace.ts';

const pace = createPace({ clock: () => Date.now(), ...sharedPace });

/** Acts once it is wanted and the pace of this browser allows it; tells whether it waits for that. */
export function usePaced(wanted: boolean, act: () => void): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const go = () => {
      setWaiting(false);
      pace.take();
      act();
    };
    const wait = pace.wait();
    if (wait === 0) return go();
    setWaiting(true);
    const timer = setTimeout(go, wait);
    return () => clearTimeout(timer);
  }, [wanted, act]);
  return wanted && waiting;
}
