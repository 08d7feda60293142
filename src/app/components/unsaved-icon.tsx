import { CircleDashed } from 'lucide-react';
import { texts } from '#app/text/shared-texts.ts';

/** An icon that marks an unsaved change, with a text as its tooltip. */
export function UnsavedIcon() {
  return (
    <span className="shrink-0" title={texts.notSavedYet}>
      <CircleDashed aria-hidden="true" size={13} />
      <span className="sr-only">{texts.notSavedYet}</span>
    </span>
  );
}
