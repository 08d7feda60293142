import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createFreshIds } from '#app/browser/fresh-ids.ts';
import type { Band } from './board-plan.ts';

/** Identifies a band by its content, which stays the same when its entry is saved under another id. */
export function contentKey({
  columnId,
  entry: { kind, storeId, roomId, employeeId, start, end, title },
}: Band): string {
  return [columnId, kind, storeId, roomId, employeeId, start, end, title].join();
}

const NO_BAND_IDS: ReadonlySet<string> = new Set();

/**
 * Returns the ids of the bands that other people changed a moment ago.
 *
 * @param bands null until they are loaded
 * @param place identifies the columns and days of the bands: after a change of place, no band counts as changed
 */
export function useFreshBands(bands: readonly Band[] | null, place: string): ReadonlySet<string> {
  const [freshIds, setFreshIds] = useState(NO_BAND_IDS);
  const [fresh] = useState(() => createFreshIds((ids) => flushSync(() => setFreshIds(ids))));
  const last = useRef<{ place: string; contents: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = bands && { place, contents: new Set(bands.map(contentKey)) };
    if (bands === null || before?.place !== place) return;
    const changed = bands.filter((band) => !band.isUnsaved && !before.contents.has(contentKey(band)));
    // Waits until the effect has ended, since React does not allow `flushSync` within an effect.
    queueMicrotask(() => fresh.add(changed.map(({ id }) => id)));
  }, [bands, place, fresh]);
  return freshIds;
}
