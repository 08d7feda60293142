import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useState } from 'react';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { createStore } from '#app/browser/create-store.ts';
import { oncePer } from '#app/browser/once-per.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { byTime } from '#scheduling/visit.ts';

/** An appointment in the list, and the day (`YYYY-MM-DD`) below whose heading it stands. */
export interface ListRow {
  record: ReceivedAppointment;
  date: string;
}

/** The row of a request that is being answered in the Reschedule panel, in which the list goes on. */
const rowLeft = oncePer((_queryClient: QueryClient) => createStore<{ id: string; date: string } | null>(null));

export interface StableRowsInput {
  companyId: string;
  /** The appointments that await an answer, in order. */
  open: readonly ReceivedAppointment[];
  dateOf: (record: ReceivedAppointment) => string;
  /** Whether an appointment that is no longer open was answered, so that it may stay for a while. */
  isAnswered: (record: ReceivedAppointment) => boolean;
  /** The order of the rows. */
  compare: Compare;
  /** Rows that are no appointments, and no longer open, as they are now; none by default. */
  closed?: readonly ReceivedAppointment[] | undefined;
}

type Compare = (one: ReceivedAppointment, other: ReceivedAppointment) => number;

/**
 * The rows of a list, kept in place so that a press never hits another appointment than the one it was meant for.
 *
 * - What was answered, here or by a colleague, stays in its place while the pointer or the focus is in the list.
 * - While the pointer rests in the list, no row moves: what is rescheduled keeps its place, and what arrives is added
 *   at the end or, where it would move others, waits.
 */
export function useStableRows({ companyId, open, dateOf, isAnswered, compare, closed = [] }: StableRowsInput) {
  const [answered, setAnswered] = useState<readonly ReceivedAppointment[]>([]);
  // Back from the panel, the focus is in its row, which shows the answer.
  const left = rowLeft(useQueryClient());
  const [returned] = useState(left.get);
  useEffect(() => left.set(null), [left]);
  const [places, setPlaces] = useState<readonly { id: string; date: string }[]>(returned ? [returned] : []);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(returned !== null);
  const openIds = new Set(open.map(({ id }) => id));
  const stays = ({ id }: { id: string }) => (isPointed || isFocused) && !openIds.has(id);
  // After Undo it is open again.
  const own = answered.filter(stays);
  if (own.length < answered.length) setAnswered(own);
  const listedIds = places.map(({ id }) => id);
  const { records: unsaved } = useUnsavedChanges();
  const listed = useAppointmentsById(companyId, listedIds);
  const byOthers = [...listed, ...closed.filter(({ id }) => listedIds.includes(id))]
    .map((one) => unsaved.find(({ id }) => id === one.id) ?? one)
    .filter((one) => stays(one) && isAnswered(one) && !own.some(({ id }) => id === one.id));
  const current = [...open, ...own, ...byOthers].toSorted(compare).map((record) => ({ record, date: dateOf(record) }));
  const rows = isPointed ? inPlace(current, places, compare) : current;
  const shownIds = new Set(rows.map(({ record }) => record.id));
  const next = rows.map(({ record: { id }, date }) => ({ id, date }));
  if (JSON.stringify(next) !== JSON.stringify(places)) setPlaces(next);
  return {
    rows,
    returnedId: returned?.id,
    /** The open ones that are not shown yet, since they would move others. */
    waiting: open.filter(({ id }) => !shownIds.has(id)),
    isOpen: ({ id }: ReceivedAppointment) => openIds.has(id),
    keep: (record: ReceivedAppointment) => setAnswered([...own, record]),
    /** Remembers the row of a request that is answered in the Reschedule panel. */
    leave: (record: ReceivedAppointment) => left.set({ id: record.id, date: dateOf(record) }),
    /** Shows those that wait, although the pointer may still rest in the list. */
    release: () => setPointed(false),
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/** The rows in the places where they stand, followed by those that come after all of them. */
export function inPlace(
  current: readonly ListRow[],
  places: readonly { id: string; date: string }[],
  compare: Compare = byTime,
): ListRow[] {
  const byId = new Map(current.map((row) => [row.record.id, row]));
  const placed = places.flatMap(({ id, date }) => {
    const row = byId.get(id);
    return row ? [{ ...row, date }] : [];
  });
  const placedIds = new Set(placed.map(({ record }) => record.id));
  const arrived = current.filter(({ record }) => !placedIds.has(record.id));
  return [...placed, ...arrived.filter((row) => placed.every(({ record }) => compare(record, row.record) < 0))];
}
