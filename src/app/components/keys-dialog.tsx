import { words } from '#app/text/shared-texts.ts';
import { Dialog } from './dialog.tsx';

export interface KeysSection {
  title?: string;
  /** Each under the name that keyboards of the language show, and what it does. */
  keys: readonly (readonly [key: string, meaning: string])[];
}

/** The list of a screen's keyboard shortcuts. */
export function KeysDialog({ sections, onClose }: { sections: readonly KeysSection[]; onClose: () => void }) {
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <div className="flex flex-wrap gap-x-10 gap-y-4 overflow-y-auto p-4 text-sm">
        {sections.map(({ title = '', keys }) => (
          <section key={title}>
            {title === '' ? null : <h3 className="mb-1.5 font-semibold">{title}</h3>}
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
              {keys.map(([key, meaning]) => (
                <div key={key} className="contents">
                  <dt dir="ltr" className="font-mono whitespace-nowrap">
                    {key}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
