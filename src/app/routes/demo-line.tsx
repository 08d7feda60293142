import { X } from 'lucide-react';
import { useState } from 'react';
import { localStore } from '#app/browser/storage.ts';
import { Popover } from '#app/components/popover.tsx';
import { DemoHelp } from '#app/features/session/demo-help.tsx';
import { readRemembered, remember } from '#app/routes/remembered.ts';

/** Says that the practice is the demo, and how to begin with one's own, until it is put away. It stays in the settings. */
export function DemoLine() {
  const [seen, setSeen] = useState(() => readRemembered(localStore).demoSeen);
  if (seen) return null;
  return (
    <span className="flex items-center gap-x-1">
      This is a demo practice ·
      <Popover
        label="Begin with your own"
        buttonClass="min-h-6 font-medium text-accent underline"
        button="Begin with your own"
      >
        <div className="p-1.5 whitespace-normal">
          <DemoHelp />
        </div>
      </Popover>
      <button
        type="button"
        aria-label="Put away the line about the demo"
        title="Put away"
        onClick={() => {
          remember(localStore, { demoSeen: true });
          setSeen(true);
        }}
        className="grid size-6 place-items-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden="true" size={13} />
      </button>
    </span>
  );
}
