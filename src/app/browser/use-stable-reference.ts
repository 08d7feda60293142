import { replaceEqualDeep } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns the value, but reuses the previous object wherever it is equal at the same position. Memos and FullCalendar,
 * which compare by identity, then redraw only what has changed. Lists are compared by position: if items may be
 * inserted in the middle, use an object keyed by id. The value must be plain data: maps, sets and functions that are
 * created again would make the component render without end.
 */
export function useStableReference<Value>(value: Value): Value {
  const [last, setLast] = useState({ value, shared: value });
  // The render that follows a change has the same value: comparing it again would take as long as the first time.
  if (last.value === value) return last.shared;
  const shared = replaceEqualDeep(last.shared, value);
  if (shared !== last.shared) setLast({ value, shared });
  return shared;
}
