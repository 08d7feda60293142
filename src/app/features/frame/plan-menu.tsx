import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { type CommandId, commands } from '#app/commands/commands.ts';
import { useCommands } from '#app/commands/use-commands.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { CommandIcon } from './frame-pages.tsx';

/** The commands in the menu beside New appointment, which enter blocked time or time off. */
export const planEntryCommands = ['block time', 'time off'] as const satisfies readonly CommandId[];

/** The menu beside New appointment; renders nothing if the person may not change the plan. */
export function PlanMenu() {
  const { isOffered, run } = useCommands();
  if (!planEntryCommands.some(isOffered)) return null;
  const label = t({ message: 'Block time or time off', comment: 'a menu beside the button “New appointment”' });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton
          label={label}
          icon={ChevronDown}
          className="grid h-8 w-6 place-items-center rounded-e-md border-s border-on-accent/40 bg-accent text-on-accent hover:bg-accent-strong"
        />
      }
    >
      {planEntryCommands.map((id) => (
        <MenuItem key={id} onChoose={() => run(id)}>
          <CommandIcon id={id} size={16} className="shrink-0 text-muted" />
          {commands[id].label()}
        </MenuItem>
      ))}
    </Menu>
  );
}
