import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useState } from 'react';
import { createStore } from '#app/browser/create-store.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';

/** A row of a list, and the heading above it, such as a date. */
export interface ListRow<Item> {
  record: Item;
  heading: string;
}

interface RowPlace {
  id: string;
  heading: string;
}

/**
 * The row that is being answered in the booking panel; null if there is none. When the person comes back, the focus returns to
 * it.
 */
const answeringRowStore = memoizePerObject((_queryClient: QueryClient) => createStore<RowPlace | null>(null));

type Compare<Item> = (one: Item, other: Item) => number;

/**
 * The state of {@link useStableRows}: the places of the rows as last shown. It is a separate hook, since the ids of
 * these rows may be needed to look up their records first.
 */
export function useRowPlaces() {
  // After the panel is closed, the focus returns to this row, which shows the answer.
  const left = answeringRowStore(useQueryClient());
  const [returned] = useState(left.get);
  useEffect(() => left.set(null), [left]);
  const [places, setPlaces] = useState<readonly RowPlace[]>(returned ? [returned] : []);
  return { left, returned, places, setPlaces, shownIds: places.map(({ id }) => id) };
}

interface StableRowsInput<Item> {
  places: ReturnType<typeof useRowPlaces>;
  /** The records that await an answer. */
  open: readonly Item[];
  /** The records that no longer await an answer, in their current state. Those on the screen may stay for a while. */
  closed: readonly Item[];
  headingOf: (record: Item) => string;
  /** The order of the rows. */
  compare: Compare<Item>;
}

/**
 * The rows of a list, kept in place so that a press never hits a record other than the one it was meant for.
 *
 * - A row that is answered, here or by a colleague, stays in its place while the pointer or the focus is in the list.
 * - While the pointer rests in the list, no row moves: a row whose time changes keeps its place, and a new row is added
 *   at the end or, where it would move others, waits.
 * - While only the focus is in the list, the rows below a heading keep their order, and a new row is placed between
 *   them.
 */
export function useStableRows<Item extends { readonly id: string }>(input: StableRowsInput<Item>) {
  const { places: shown, open, closed, headingOf, compare } = input;
  const { left, returned, places, setPlaces } = shown;
  const [answered, setAnswered] = useState<readonly Item[]>([]);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(returned !== null);
  const openIds = new Set(open.map(({ id }) => id));
  const isStaying = ({ id }: { id: string }) => (isPointed || isFocused) && !openIds.has(id);
  // A record whose answer was undone is open again, so it is no longer kept.
  const own = answered.filter(isStaying);
  if (own.length < answered.length) setAnswered(own);
  const listedIds = new Set(shown.shownIds);
  const byOthers = closed.filter(
    (one) => listedIds.has(one.id) && isStaying(one) && !own.some(({ id }) => id === one.id),
  );
  const current = [...open, ...own, ...byOthers]
    .toSorted(compare)
    .map((record) => ({ record, heading: headingOf(record) }));
  const rows = isPointed
    ? keepInPlace(current, places, compare)
    : isFocused
      ? keepInOrder(current, places, compare)
      : current;
  const shownIds = new Set(rows.map(({ record }) => record.id));
  const next = rows.map(({ record: { id }, heading }) => ({ id, heading }));
  if (JSON.stringify(next) !== JSON.stringify(places)) setPlaces(next);
  return {
    rows,
    returnedId: returned?.id,
    /** The open records that are not shown yet, since they would move other rows. */
    waiting: open.filter(({ id }) => !shownIds.has(id)),
    isOpen: ({ id }: Item) => openIds.has(id),
    keep: (record: Item) => setAnswered([...own, record]),
    /** Remembers the row of a record that is being answered in the booking panel. */
    leave: (record: Item) => left.set({ id: record.id, heading: headingOf(record) }),
    /** Shows the waiting records, although the pointer may still rest in the list. */
    release: () => setPointed(false),
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/** The shown rows in their places, followed by the new rows that sort after all of them. */
export function keepInPlace<Item extends { readonly id: string }>(
  current: readonly ListRow<Item>[],
  places: readonly RowPlace[],
  compare: Compare<Item>,
): ListRow<Item>[] {
  const byId = new Map(current.map((row) => [row.record.id, row]));
  const placed = places.flatMap(({ id, heading }) => {
    const row = byId.get(id);
    return row ? [{ ...row, heading }] : [];
  });
  const placedIds = new Set(placed.map(({ record }) => record.id));
  const arrived = current.filter(({ record }) => !placedIds.has(record.id));
  return [...placed, ...arrived.filter((row) => placed.every(({ record }) => compare(record, row.record) < 0))];
}

/** The shown rows in their order, unless their heading has changed, with all other rows inserted where they sort. */
export function keepInOrder<Item extends { readonly id: string }>(
  current: readonly ListRow<Item>[],
  places: readonly RowPlace[],
  compare: Compare<Item>,
): ListRow<Item>[] {
  const headings = new Map(places.map(({ id, heading }) => [id, heading]));
  const staying = current.filter(({ record, heading }) => headings.get(record.id) === heading);
  const rows = keepInPlace(staying, places, compare);
  for (const row of current.filter((one) => !staying.includes(one))) {
    const before = rows.findIndex(({ record }) => compare(row.record, record) < 0);
    rows.splice(before < 0 ? rows.length : before, 0, row);
  }
  return rows;
}
