import { Tabs } from '@base-ui/react/tabs';
import { t } from '@lingui/core/macro';
import { type ReactNode, useRef, useState } from 'react';
import type { Target } from '#app/addresses/targets.ts';
import { type CommandId, commands } from '#app/commands/commands.ts';
import { keyCaps } from '#app/commands/key-text.ts';
import { findTasks, possibleTasks, type TaskId, tasks } from '#app/commands/tasks.ts';
import { useCommands } from '#app/commands/use-commands.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { matchesWords } from '#reading/text.ts';
import { type Shortcut, shortcutSections } from './shortcuts.ts';

export type HelpTab = 'tasks' | 'shortcuts';

interface HelpDialogProps {
  startsWith: HelpTab;
  /** The text in the search field when the dialog opens. */
  initialText: string;
  /** Called with the task to show, and the page that has its control; null if that is the current page. */
  onShow: (task: TaskId, target: Target | null) => void;
  onClose: () => void;
}

/** Answers "How do I …?" for the tasks of a desk, and lists the keyboard shortcuts; one field searches both. */
export function HelpDialog({ startsWith, initialText, onShow, onClose }: HelpDialogProps) {
  const { isOffered } = useCommands();
  const { session, changeable } = useDesk();
  const field = useRef<HTMLInputElement>(null);
  const [tab, setTab] = useState<HelpTab>(startsWith);
  const [typed, setTyped] = useState(initialText);
  const possible = possibleTasks({
    isOffered,
    canChange: changeable.has('status'),
    capabilities: session.capabilities,
  });
  const { found } = findTasks(typed, possible);
  const label = t`Search the help`;
  return (
    <Dialog title={commands.help.label()} initialFocus={field} onClose={onClose}>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setTab(value === 'shortcuts' ? value : 'tasks')}
        className="flex min-h-0 flex-col sm:h-140"
      >
        <div className="flex flex-wrap items-center gap-2 border-b border-line p-3">
          <input
            ref={field}
            type="search"
            aria-label={label}
            placeholder={label}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="h-9 min-w-48 grow rounded-md border border-line-strong bg-surface px-2.5 text-sm placeholder:text-muted pointer-coarse:text-base"
          />
          <Tabs.List className="flex h-9 rounded-md border border-line-strong bg-surface p-0.5">
            <Tab value="tasks">{t({ message: 'How do I …?', comment: 'Beside “Help”: what it answers' })}</Tab>
            <Tab value="shortcuts">
              {t({ message: 'Shortcuts', comment: 'of the keyboard: the second part of the help' })}
            </Tab>
          </Tabs.List>
        </div>
        <Panel value="tasks">
          {found.length === 0 ? <NoHelpFound /> : null}
          <ul>
            {found.map((id) => (
              <li key={id} className="flex items-start gap-3 border-line py-2.5 not-first:border-t">
                <TaskText id={id} />
                <ShowButton title={tasks[id].title()} onClick={() => onShow(id, tasks[id].target)} />
              </li>
            ))}
          </ul>
        </Panel>
        <Panel value="shortcuts">
          <ShortcutList typed={typed} isOffered={isOffered} />
        </Panel>
      </Tabs.Root>
    </Dialog>
  );
}

function Tab({ value, children }: { value: HelpTab; children: ReactNode }) {
  return (
    <Tabs.Tab
      value={value}
      className="rounded px-3 text-sm hover:bg-sunken data-active:bg-accent data-active:text-on-accent forced-colors:data-active:outline-2"
    >
      {children}
    </Tabs.Tab>
  );
}

function Panel({ value, children }: { value: HelpTab; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} tabIndex={0} className="min-h-0 grow overflow-y-auto px-4 py-2 text-sm">
      {children}
    </Tabs.Panel>
  );
}

const NoHelpFound = () => (
  <p role="status" className="py-2 text-muted">
    {texts.noneFound}
  </p>
);

function TaskText({ id }: { id: TaskId }) {
  const { title, text, command } = tasks[id];
  const key = command && commands[command].keys?.[0];
  return (
    <div className="min-w-0 grow">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        {title()}
        {key === undefined ? null : <KeyAlternatives keys={[key]} />}
      </h3>
      <p className="text-muted">{text()}</p>
    </div>
  );
}

function ShowButton({ title, onClick }: { title: string; onClick: () => void }) {
  const task = isolateText(title);
  return (
    <Button
      compact
      className="shrink-0"
      onClick={onClick}
      aria-label={t({ message: `Show me: ${task}`, comment: 'button: points at the control of a task' })}
    >
      {t({ message: 'Show me', comment: 'button: points at the control of a task' })}
    </Button>
  );
}

function ShortcutList({ typed, isOffered }: { typed: string; isOffered: (id: CommandId) => boolean }) {
  const sections = shortcutSections(isOffered)
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(({ keys, meaning }) =>
        matchesWords([title, meaning, ...keys.flatMap(keyCaps)], typed),
      ),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  if (sections.length === 0) return <NoHelpFound />;
  return (
    <div className="gap-x-8 py-2 sm:columns-2">
      {sections.map(({ title, shortcuts }) => (
        <section key={title} className="mb-5">
          <h3 className="mb-1.5 font-semibold">{title}</h3>
          <dl>
            {shortcuts.map((shortcut) => (
              <ShortcutRow key={shortcut.meaning} {...shortcut} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function ShortcutRow({ keys, meaning }: Shortcut) {
  return (
    <div className="flex break-inside-avoid items-baseline justify-between gap-4 border-t border-line py-1.5">
      <dt className="order-last">
        <KeyAlternatives keys={keys} />
      </dt>
      <dd>{meaning}</dd>
    </div>
  );
}

/** Alternative keys, drawn as key caps. */
function KeyAlternatives({ keys }: { keys: readonly string[] }) {
  return (
    <span dir="ltr" className="flex gap-2">
      {keys.map((key) => (
        <span key={key} className="flex gap-1">
          {keyCaps(key).map((cap) => (
            <kbd
              key={cap}
              className="min-w-6 rounded border border-b-2 border-line-strong bg-surface px-1 text-center font-sans text-xs leading-5 font-normal whitespace-nowrap"
            >
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
