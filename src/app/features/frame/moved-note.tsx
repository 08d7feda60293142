import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { readPreferences, savePreferences } from '#app/session/preferences.ts';

/** Says once where things are, to those who know them from where they were before there was a frame. */
export function MovedNote() {
  const [isSeen, setSeen] = useState(() => readPreferences(localStore).frameSeen);
  if (isSeen) return null;
  return (
    <aside
      aria-label={t`What has moved`}
      className="fixed inset-x-3 bottom-20 z-40 rounded-lg border border-accent bg-raised p-3 text-sm shadow-raised sm:start-20 sm:end-auto sm:top-14 sm:bottom-auto sm:w-72 print:hidden"
    >
      <p className="font-semibold">{t`The pages are here now`}</p>
      <p className="mt-1 text-muted">
        {t`Search is at the top of every page. The line at the bottom shows who is late or waiting.`}
      </p>
      <Button
        compact
        tone="primary"
        className="mt-2"
        onClick={() => {
          savePreferences(localStore, { frameSeen: true });
          setSeen(true);
        }}
      >
        {t`Got it`}
      </Button>
    </aside>
  );
}
