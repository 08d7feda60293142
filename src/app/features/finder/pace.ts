/** All desks of a key share a hundred requests a minute: twelve pages at once, then fifty a minute, leave the others half. */
export const sharedPace = { quick: 12, everyMs: 1200 } as const;

interface PaceInput {
  /** Milliseconds. */
  clock: () => number;
  /** So many may follow each other at once. */
  quick: number;
  /** After these, one at a time and so many milliseconds apart. */
  everyMs: number;
}

export interface Pace {
  /** How long to wait before the next one, in milliseconds. */
  wait: () => number;
  take: () => void;
}

/** Creates the pace of reading: quick for whoever looks a little further, then slow enough to leave others their share. */
export function createPace({ clock, quick, everyMs }: PaceInput): Pace {
  const most = quick * everyMs;
  // What was not used yet, as the time that it took to come.
  let saved = most;
  let at = clock();
  function save() {
    const now = clock();
    saved = Math.min(most, saved + now - at);
    at = now;
  }
  return {
    wait() {
      save();
      return Math.max(0, everyMs - saved);
    },
    take() {
      save();
      saved -= everyMs;
    },
  };
}
