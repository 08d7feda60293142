import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { isApple } from '#app/browser/platform.ts';
import { words } from '#app/text/shared-texts.ts';
import { matchesWords } from '#reading/text.ts';
import { Dialog } from './dialog.tsx';
import { ScrollRegion } from './scroll-region.tsx';

export interface KeysSection {
  title?: string;
  /**
   * Keys and their descriptions. A space separates keys that are pressed together or are closely related (`Ctrl K`),
   * two spaces separate alternatives (`Ctrl K ⌘ K`). Keys are named as on keyboards of the page's language.
   */
  keys: readonly (readonly [key: string, meaning: string])[];
}

/** A searchable list of a screen's keyboard shortcuts. */
export function KeysDialog({ sections, onClose }: { sections: readonly KeysSection[]; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const matchingSections = sections
    .map(({ title = '', keys }) => ({ title, keys: keys.filter((row) => matchesWords([title, ...row], typed)) }))
    .filter(({ keys }) => keys.length > 0);
  const label = t`Search shortcuts`;
  return (
    <Dialog title={words.keys} initialFocus={field} onClose={onClose}>
      <div className="border-b border-line p-3">
        <input
          ref={field}
          type="search"
          aria-label={label}
          placeholder={label}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="h-9 w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm placeholder:text-muted pointer-coarse:text-base"
        />
      </div>
      <ScrollRegion label={words.keys} className="overflow-y-auto p-4 text-sm sm:min-h-96">
        {matchingSections.length === 0 ? <p className="text-muted">{words.noneFound}</p> : null}
        <div className="gap-x-8 sm:columns-2">
          {matchingSections.map(({ title, keys }) => (
            <section key={title} className="mb-5">
              {title === '' ? null : <h3 className="mb-1.5 font-semibold">{title}</h3>}
              <dl>
                {keys.map(([key, meaning]) => (
                  <div
                    key={key}
                    className="flex break-inside-avoid items-baseline justify-between gap-4 border-t border-line py-1.5"
                  >
                    <dt className="order-last">
                      <Keys text={key} />
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </ScrollRegion>
    </Dialog>
  );
}

/** Keys drawn as key caps. Of alternatives with Ctrl and ⌘, only the one for this computer is shown. */
function Keys({ text }: { text: string }) {
  const all = text.split(/ {2,}/);
  const isForApple = (keys: string) => keys.includes('⌘');
  const forThisComputer = all.filter((keys) => !all.some(isForApple) || isForApple(keys) === isApple);
  return (
    <span dir="ltr" className="flex gap-2">
      {forThisComputer.map((keys) => (
        <span key={keys} className="flex gap-1">
          {keys.split(' ').map((key) => (
            <kbd
              key={key}
              className="min-w-6 rounded border border-b-2 border-line-strong bg-surface px-1 text-center font-sans text-xs leading-5 whitespace-nowrap"
            >
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
