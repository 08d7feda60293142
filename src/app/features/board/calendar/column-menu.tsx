import { t } from '@lingui/core/macro';
import { EllipsisVertical } from 'lucide-react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { usePlanChanges } from '#app/changes/plan-changes.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { isolated } from '#app/text/isolated.ts';
import { awayText } from '#app/text/plan-words.ts';

/** The menu of a vet’s column: the vet is away, or their week. None in other columns and on past days. */
export function ColumnMenu({ columnId, title }: { columnId: string; title: string }) {
  const { board, choice, onAway, onChange } = useBoard();
  const { can } = useChanges();
  const canEnterTimeOff = usePlanChanges()?.canChange === true;
  const id = board.columns.find((column) => column.id === columnId)?.employeeId;
  if (!id || choice.date < choice.today || !(canEnterTimeOff || can.has('employeeId'))) return null;
  const name = isolated(title);
  const label = t({ message: `${name}: more`, comment: 'opens a list of what can be done for that person’s week' });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton
          label={label}
          icon={EllipsisVertical}
          // Replaces the count while it is hovered or focused.
          className="absolute end-0 top-0 grid size-6 place-items-center bg-surface opacity-0 hover:bg-sunken focus-visible:opacity-100 aria-expanded:opacity-100 in-[.calendar-heading:hover]:opacity-100 pointer-coarse:opacity-100"
        />
      }
    >
      <MenuItem onChoose={() => onAway(id, choice.date)}>
        {canEnterTimeOff ? awayText(choice.date === choice.today) : t`Reassign…`}
      </MenuItem>
      <MenuItem onChoose={() => onChange({ view: 'week', filters: { vets: [id] } })}>
        {t({ message: `Week of ${name}`, comment: 'name: a vet' })}
      </MenuItem>
    </Menu>
  );
}
