import { useState } from 'react';
import { useAfterPress } from '#app/browser/use-after-press.ts';

/**
 * The fields of a form that the person has left, so that their problems are shown. A field that was left by a press
 * counts only once the press has ended: a message that appears earlier would move the pressed button away from the
 * pointer.
 */
export function useBlurredFields() {
  const [blurred, setBlurred] = useState<ReadonlySet<string>>(new Set());
  const afterPress = useAfterPress();
  return {
    has: (field: string): boolean => blurred.has(field),
    mark: (field: string): void => afterPress(() => setBlurred((before) => new Set(before).add(field))),
  };
}
