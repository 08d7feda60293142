import { replaceEqualDeep } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns the value, but reuses the previous object wherever it is equal at the same position. Memos and FullCalendar,
 * which compare by identity, then redraw only what has changed. Lists are compared by position: if items may be
 * inserted in the middle, use an object by id.
 */
export function useShared<Value>(value: Value): Value {
  const [last, setLast] = useState(value);
  const shared = replaceEqualDeep(last, value);
  if (shared !== last) setLast(shared);
  return shared;
}
