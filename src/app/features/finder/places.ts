/** Where somebody was in a list when she left it. */
export interface Place {
  /** Pixels from the top. */
  offset: number;
  /** The id of the appointment that she opened; null where she left otherwise. */
  opened: string | null;
}

/** So many ways back are remembered, the latest ones. */
const MOST = 50;

const places = new Map<string, Place>();

/** The place that was left under this entry of the history. */
export function placeAt(entry: string): Place | undefined {
  return places.get(entry);
}

/** Remembers the place for the way back to this entry of the history. */
export function leavePlace(entry: string, place: Place): void {
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > MOST && oldest !== undefined) places.delete(oldest);
}
