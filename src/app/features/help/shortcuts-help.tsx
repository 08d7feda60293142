import { useState } from 'react';
import { useCommand } from '#app/commands/desk-commands.ts';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { words } from '#app/text/shared-texts.ts';

const KeysHelp = lazy({
  load: () => import('./keys-help.tsx').then((module) => module.KeysHelp),
  Fallback: dialogFrame(() => words.keys),
});

/** Opens the list of keyboard shortcuts on its commands, on every screen. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  useCommand('help', () => setOpen(true));
  useCommand('keyboard shortcuts', () => setOpen(true));
  return isOpen ? <KeysHelp onClose={() => setOpen(false)} /> : null;
}
