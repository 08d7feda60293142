import { useState } from 'react';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { useCommand } from '#app/session/desk-commands.ts';
import { words } from '#app/text/shared-texts.ts';

const KeysHelp = lazy({
  load: () => import('./keys-help.tsx').then((module) => module.KeysHelp),
  Fallback: dialogFrame(() => words.keys),
});

/** Opens the list of keyboard shortcuts on the command `shortcuts`, on every screen. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  useCommand('shortcuts', () => setOpen(true));
  return isOpen ? <KeysHelp onClose={() => setOpen(false)} /> : null;
}
