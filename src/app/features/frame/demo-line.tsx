import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { localStore } from '#app/browser/storage.ts';
import { BeginLink } from '#app/session/links.tsx';
import { readPreferences, savePreferences } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';

/** Says that the practice is the demo, and leads to one's own, until it is dismissed. The settings have it, too. */
export function DemoLine() {
  const { session } = useDesk();
  const [isDismissed, setDismissed] = useState(() => readPreferences(localStore).demoSeen);
  if (!session.demo || isDismissed) return null;
  const dismiss = t({ message: 'Dismiss', comment: 'button: a line of text goes away' });
  return (
    <div className="relative flex flex-col items-center rounded-md bg-accent-soft p-1 text-center w-0 min-w-full text-[0.625rem] leading-3 tracking-tight text-ink">
      <button
        type="button"
        aria-label={dismiss}
        title={dismiss}
        onClick={() => {
          savePreferences(localStore, { demoSeen: true });
          setDismissed(true);
        }}
        className="grid size-6 place-items-center self-end rounded hover:bg-sunken"
      >
        <X aria-hidden="true" size={13} />
      </button>
      <p>{t`Demo practice`}</p>
      <BeginLink />
    </div>
  );
}
