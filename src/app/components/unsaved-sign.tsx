import { CircleDashed } from 'lucide-react';
import { words } from '#app/text/shared-texts.ts';

/** The sign of a change that is not saved yet, whose words are its tooltip. */
export function UnsavedSign() {
  return (
    <span className="shrink-0" title={words.notSavedYet}>
      <CircleDashed aria-hidden="true" size={13} />
      <span className="sr-only">{words.notSavedYet}</span>
    </span>
  );
}
