import { CircleDashed } from 'lucide-react';
import { words } from '#app/text/shared-texts.ts';

/** The sign of an unsaved change, with a text as its tooltip. */
export function UnsavedSign() {
  return (
    <span className="shrink-0" title={words.notSavedYet}>
      <CircleDashed aria-hidden="true" size={13} />
      <span className="sr-only">{words.notSavedYet}</span>
    </span>
  );
}
