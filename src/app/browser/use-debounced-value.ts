import { useEffect, useState } from 'react';

/** Returns the last value that stayed unchanged for this many milliseconds; the first value at once. */
export function useDebouncedValue<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/**
 * Whether a text has been unchanged for this many milliseconds, counted from its last change or from the first render.
 */
export function useIsStable(text: string, milliseconds: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled === text;
}
