import { useState } from 'react';
import { commands } from '#app/commands/commands.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import type { TaskId } from '#app/commands/tasks.ts';
import { useGoTo } from '#app/commands/use-commands.ts';
import { lazy } from '#app/components/lazy.tsx';
import { createDialogFrame } from '#app/components/loading-frame.tsx';
import type { HelpTab } from './help-dialog.tsx';

const HelpDialog = lazy({
  load: () => import('./help-dialog.tsx').then((module) => module.HelpDialog),
  Fallback: createDialogFrame(() => commands.help.label()),
});
const Callout = lazy({
  load: () => import('./callout.tsx').then((module) => module.Callout),
});

/** The help, which its commands open on every page, and the callout that points at a control. */
export function Help() {
  const [open, setOpen] = useState<{ tab: HelpTab; text: string } | null>(null);
  const [shown, setShown] = useState<TaskId | null>(null);
  const go = useGoTo();
  function openTab(tab: HelpTab, text = '') {
    setShown(null);
    setOpen({ tab, text });
  }
  useCommand('help', (text) => openTab('tasks', text));
  useCommand('keyboard shortcuts', () => openTab('shortcuts'));
  return (
    <>
      {open ? (
        <HelpDialog
          startsWith={open.tab}
          initialText={open.text}
          onClose={() => setOpen(null)}
          onShow={(task, target) => {
            setOpen(null);
            setShown(task);
            if (target) go(target);
          }}
        />
      ) : null}
      {shown ? <Callout key={shown} task={shown} onEnd={() => setShown(null)} /> : null}
    </>
  );
}
