const FORM = 'frontdesk.form.';
const BOOKING = 'frontdesk.booking.';

/** The name under which one tab at a time books a draft. */
export const bookingLock = (draftId: string) => `${BOOKING}${draftId}`;

/** What this tab has let go of; the browser may not have noticed yet. */
const letGo = new Set<string>();

/**
 * The ids of drafts that an open form has or that are being booked, in any tab of this browser. A page without locks
 * (plain http in a network) knows of none: what a draft became is then compared before it is booked.
 */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name === undefined || letGo.has(name) ? [] : [name]));
  return new Set(
    [FORM, BOOKING].flatMap((kind) =>
      names.flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : [])),
    ),
  );
}

/** Holds a draft for a form, until what it returns is called or the page is gone. */
export function holdDraft(draftId: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const name = `${FORM}${draftId}`;
  const over = new AbortController();
  void navigator.locks
    .request(name, { mode: 'shared' }, () =>
      over.signal.aborted ? undefined : new Promise((end) => over.signal.addEventListener('abort', end)),
    )
    .finally(() => letGo.delete(name));
  return () => {
    letGo.add(name);
    over.abort();
  };
}
