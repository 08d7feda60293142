import { replaceEqualDeep } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Returns the value, in which every object that equals the one at its place in the last value is that very object. So memos and
 * FullCalendar, which compare by identity, redraw only what has changed. A list is compared place by place: what may be inserted in
 * its middle belongs into an object by id.
 */
export function useShared<Value>(value: Value): Value {
  const [last, setLast] = useState(value);
  const shared = replaceEqualDeep(last, value);
  if (shared !== last) setLast(shared);
  return shared;
}
