import { t } from '@lingui/core/macro';
import { Rows3 } from 'lucide-react';
import { boardDensities, densityLabels } from '#app/addresses/board-search.ts';
import { Menu, MenuCheckbox, MenuChoice, MenuHeading, MenuLine } from '#app/components/menu.tsx';
import { useBoard } from '#app/features/board/board-context.ts';

/** A menu for the hours of the calendar: how high they are, and whether all of them are drawn. */
export function ViewMenu() {
  const { choice, allHours, onChange } = useBoard();
  if (choice.view !== 'rooms' && choice.view !== 'vets') return null;
  const density = t({ message: 'Density', comment: 'how much room an hour takes on the calendar' });
  const label = t({
    message: 'View options',
    comment: 'a menu: how high the hours of the calendar are, and which are shown',
  });
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <Rows3 aria-hidden="true" size={16} />
        </button>
      }
    >
      <MenuHeading>
        <span className="text-xs font-semibold text-muted">{density}</span>
      </MenuHeading>
      <MenuChoice
        label={density}
        value={choice.density}
        options={boardDensities.map((value) => ({ value, content: densityLabels[value] }))}
        onChoose={(value) => onChange({ density: boardDensities.find((one) => one === value) ?? choice.density })}
      />
      <MenuLine />
      <MenuCheckbox checked={allHours.isOn} onChange={allHours.set}>
        {t({ message: 'All hours', comment: 'whether the calendar shows the whole day, from midnight to midnight' })}
      </MenuCheckbox>
    </Menu>
  );
}
