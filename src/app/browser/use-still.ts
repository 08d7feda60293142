import { useEffect, useState } from 'react';

/** Whether a text has stood still for so many milliseconds, counted anew from each change and from the first sight of it. */
export function useStill(text: string, milliseconds: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled === text;
}
