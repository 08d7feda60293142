import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { type CommandId, commands } from '#app/commands/commands.ts';
import { useCommands } from '#app/commands/use-commands.ts';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { MORE_ITEM } from './frame-pages.tsx';

/** What can be entered beside an appointment. */
const besideAppointment = ['block time', 'time off'] as const satisfies readonly CommandId[];

/** The menu beside New appointment; renders nothing if the person may not change the plan. */
export function PlanMenu() {
  const { isOffered, run } = useCommands();
  if (!besideAppointment.some(isOffered)) return null;
  const label = t({ message: 'Block time or time off', comment: 'a menu beside the button “New appointment”' });
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className="grid h-8 w-6 place-items-center rounded-e-md border-s border-on-accent/40 bg-accent text-on-accent hover:bg-accent-strong"
        >
          <ChevronDown aria-hidden="true" size={14} />
        </button>
      }
    >
      {besideAppointment.map((id) => (
        <MenuItem key={id} onChoose={() => run(id)}>
          <CommandIcon id={id} size={16} />
          {commands[id].label()}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The same as rows of the list under More on a phone. */
export function PlanRows({ onClose }: { onClose: () => void }) {
  const { isOffered, run } = useCommands();
  return besideAppointment.filter(isOffered).map((id) => (
    <button
      key={id}
      type="button"
      onClick={() => {
        onClose();
        run(id);
      }}
      className={MORE_ITEM}
    >
      <CommandIcon id={id} size={20} />
      {commands[id].label()}
    </button>
  ));
}

function CommandIcon({ id, size }: { id: CommandId; size: number }) {
  const { Icon } = commands[id];
  return Icon ? <Icon aria-hidden="true" size={size} strokeWidth={1.75} className="shrink-0 text-muted" /> : null;
}
