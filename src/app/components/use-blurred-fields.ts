import { useState } from 'react';
import { useAfterPress } from '#app/browser/use-after-press.ts';

/**
 * The fields of a form that the person has left, in which a problem is shown. If a press has left a field, it counts as
 * left when the press has ended: a message that appears earlier would move the button from under the pointer.
 */
export function useBlurredFields() {
  const [blurred, setBlurred] = useState<ReadonlySet<string>>(new Set());
  const afterPress = useAfterPress();
  return {
    has: (field: string): boolean => blurred.has(field),
    mark: (field: string): void => afterPress(() => setBlurred((before) => new Set(before).add(field))),
  };
}
