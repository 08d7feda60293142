import { createContext, type ReactNode } from 'react';

export type NoticeTone = 'ok' | 'info' | 'warn';

interface NoticeAction {
  label: string;
  onClick: () => void;
}

export interface Notice {
  /** A notice replaces another with the same id. */
  id?: string;
  tone: NoticeTone;
  title: string;
  text?: ReactNode;
  action?: NoticeAction;
  /**
   * A link to what the notice is about, which leaves the notice open. If `isNext` is true, the link takes the focus,
   * unless the person is typing.
   */
  link?: NoticeAction & { isNext?: boolean };
  /** Controls below the text. They are rendered outside the desk, and have no access to its contexts. */
  extra?: ReactNode;
  /**
   * How long the notice stays, in milliseconds. By default warnings stay until they are closed, and others for a few
   * seconds.
   */
  readingMs?: number;
}

/**
 * Lets a control inside a notice open the notice while it is collapsed to one line, so that all of its controls are
 * visible. Null once the notice is open.
 */
export const OpenNoticeContext = createContext<(() => void) | null>(null);

/** How long a notice offers Undo, in milliseconds. */
export const UNDO_NOTICE_MS = 10_000;

/** Notices shown before the component that renders them is mounted. */
const waitingNotices: Notice[] = [];
let currentDisplay: NoticeDisplay | null = null;

interface NoticeDisplay {
  add: (notice: Notice) => void;
  close: (id: string) => void;
  clear: () => void;
}

/**
 * Shows a notice in the line below the header. By default warnings stay until they are closed; others disappear after a
 * few seconds.
 */
export function showNotice(notice: Notice): void {
  if (currentDisplay) currentDisplay.add(notice);
  else waitingNotices.push(notice);
}

/** Closes the notice with this id, if it is shown. */
export function closeNotice(id: string): void {
  currentDisplay?.close(id);
}

/** Removes all notices, since they are for the person who was signed in. */
export function clearNotices(): void {
  currentDisplay?.clear();
  waitingNotices.length = 0;
}

/**
 * Registers the component that renders notices, and passes it the pending ones. Returns a function that unregisters it.
 */
export function registerNoticeDisplay(place: NoticeDisplay): () => void {
  currentDisplay = place;
  for (const notice of waitingNotices.splice(0)) place.add(notice);
  return () => {
    currentDisplay = null;
  };
}
