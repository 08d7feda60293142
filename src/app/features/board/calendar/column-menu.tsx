import { t } from '@lingui/core/macro';
import { EllipsisVertical } from 'lucide-react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { hourToBlock, usePlanActions } from '#app/changes/plan-actions.ts';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { awayCommandText } from '#app/text/plan-text.ts';

/**
 * The menu of a vet’s or a room’s column: running late, vet away, room blocked, and the week of the vet or room. Its
 * button covers the heading.
 */
export function ColumnMenu({ columnId, title }: { columnId: string; title: string }) {
  const { board, choice, onAway, onChange } = useBoard();
  const { can, openMoveRest } = useChanges();
  const plan = usePlanActions();
  const canChangePlan = plan?.canChange === true;
  const column = board.columns.find(({ id }) => id === columnId);
  const { employeeId = null, roomId = null, storeId = null, zone = '', date = '' } = column ?? {};
  const id = employeeId ?? roomId;
  if (id === null) return null;
  const isAhead = choice.date >= choice.today;
  const name = isolateText(title);
  const label = t({ message: `${name}: more`, comment: 'opens a list of what can be done for that person’s week' });
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={label}
          title={title}
          className="absolute inset-0 flex items-center justify-end text-muted hover:bg-ink/5 hover:text-ink focus-visible:-outline-offset-2 aria-expanded:bg-ink/5"
        >
          <EllipsisVertical aria-hidden="true" size={15} className="me-0.5" />
        </button>
      }
    >
      {isAhead && employeeId !== null && (canChangePlan || can.has('employeeId')) ? (
        <MenuItem onChoose={() => onAway(employeeId, choice.date)}>
          {canChangePlan ? awayCommandText(choice.date === choice.today) : t`Reassign…`}
        </MenuItem>
      ) : null}
      {isAhead && can.has('start') && can.has('end') ? (
        <MenuItem
          onChoose={() => openMoveRest({ kind: employeeId === null ? 'room' : 'staff', id, title, zone, date })}
        >
          {t({ message: 'Running late…', comment: 'command: a vet or a room is late, the appointments are moved' })}
        </MenuItem>
      ) : null}
      {isAhead && canChangePlan && roomId !== null ? (
        <MenuItem
          onChoose={() =>
            plan.openNew({ kind: 'unavailable', storeId, roomId, ...hourToBlock(zone, date, Date.now()) })
          }
        >
          {t`Block time…`}
        </MenuItem>
      ) : null}
      <MenuItem
        onChoose={() =>
          onChange({
            view: 'week',
            filters: employeeId === null ? { rooms: [id], vets: [] } : { vets: [id], rooms: [] },
          })
        }
      >
        {t({ message: `${name}’s week`, comment: 'name: a vet or a room' })}
      </MenuItem>
    </Menu>
  );
}
