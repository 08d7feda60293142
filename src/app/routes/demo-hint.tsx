import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { localStore } from '#app/browser/storage.ts';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { Popover } from '#app/components/popover.tsx';
import { readPreferences, savePreferences } from '#app/routes/preferences.ts';

const DemoHelp = lazyPart({
  load: () => import('#app/features/session/demo-help.tsx').then((module) => module.DemoHelp),
  Frame: ({ children }) => <div>{children}</div>,
});

/** Says that the practice is the demo, and how to start your own, until it is dismissed. The settings have it, too. */
export function DemoHint() {
  const [seen, setSeen] = useState(() => readPreferences(localStore).demoSeen);
  if (seen) return null;
  const begin = t({ message: 'Begin with your own', comment: 'with a practice of one’s own instead of the demo' });
  return (
    <span className="flex items-center gap-x-1">
      {t`This is a demo practice`} ·
      <Popover label={begin} buttonClass="min-h-6 font-medium text-accent underline" button={begin}>
        <div className="p-1.5 whitespace-normal">
          <DemoHelp />
        </div>
      </Popover>
      <button
        type="button"
        aria-label={t`Put away the line about the demo`}
        title={t({ message: 'Put away', comment: 'a line that is not wanted any more' })}
        onClick={() => {
          savePreferences(localStore, { demoSeen: true });
          setSeen(true);
        }}
        className="grid size-6 place-items-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden="true" size={13} />
      </button>
    </span>
  );
}
