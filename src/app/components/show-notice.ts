export type NoticeTone = 'ok' | 'info' | 'warn';

interface NoticeAction {
  label: string;
  onClick: () => void;
}

export interface Notice {
  /** Another notice of the same id takes its place. */
  id?: string;
  tone: NoticeTone;
  title: string;
  text?: string;
  action?: NoticeAction;
  /** Leads to what it is about; the notice stays. */
  link?: NoticeAction;
  /** How long it stays, where it is no warning; some seconds if nothing else is said. */
  readingMs?: number;
}

/** Notices from before their place was there: it is loaded after everything that is wanted first. */
const waiting: Notice[] = [];
let add: ((notice: Notice) => void) | null = null;
const listeners = new Set<() => void>();

/** Shows a notice at the foot of the screen. A warning stays until it is closed; others leave after some seconds. */
export function showNotice(notice: Notice): void {
  if (add) add(notice);
  else waiting.push(notice);
  for (const listener of listeners) listener();
}

/** Gives the notices their place, and those that wait for one; what is returned takes it away. */
export function placeNotices(place: (notice: Notice) => void): () => void {
  add = place;
  for (const notice of waiting.splice(0)) place(notice);
  return () => {
    add = null;
  };
}

/** Tells of every notice: their place is made when the first one comes. */
export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
