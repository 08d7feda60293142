import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A ref that holds the value of the last rendering, for callbacks that must stay the same and run later. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
