import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { Menu, MenuChoice, MenuHeading } from '#app/components/menu.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { factsText } from '#app/text/list-text.ts';
import { weekSubject } from './week-days.ts';

/** Selects whose week is shown: the week of all rooms and vets, a vet's, or a room's. */
export function WeekSubjectMenu() {
  const { board, facets, choice, onChange } = useBoard();
  const stores = [...new Set(board.days.map(({ store }) => store))];
  const groups = [
    {
      kind: 'vets',
      label: t`Vets`,
      options: facets.vets.map(({ value, label }) => ({ value: `vet ${value}`, content: label })),
    },
    {
      kind: 'rooms',
      label: t`Rooms`,
      options: stores.flatMap((store) =>
        store.rooms.map(({ id, name }) => ({
          value: `room ${id}`,
          content: factsText([name, stores.length > 1 ? store.name : '']),
        })),
      ),
    },
  ];
  const of = weekSubject(choice.filters);
  const value = of === 'all' ? '' : 'vet' in of ? `vet ${of.vet}` : `room ${of.room}`;
  const all = { value: '', content: t`All rooms and vets` };
  const label = t({ message: 'Show week for', comment: 'a choice: the week of all rooms and vets, or of one of them' });
  const shown = [all, ...groups.flatMap(({ options }) => options)].find((option) => option.value === value);
  function selectSubject(chosen: string) {
    const id = chosen.slice(chosen.indexOf(' ') + 1);
    onChange({
      filters: { vets: chosen.startsWith('vet ') ? [id] : [], rooms: chosen.startsWith('room ') ? [id] : [] },
    });
  }
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${shown?.content ?? ''}`}
          className="flex h-7 min-w-0 items-center gap-1 rounded-md border border-line-strong bg-surface px-2 text-xs font-medium hover:bg-sunken pointer-coarse:h-9"
        >
          <bdi className="truncate">{shown?.content ?? label}</bdi>
          <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoice label={label} value={value} options={[all]} onChoose={selectSubject} />
      {groups.map((group) => (
        <div key={group.kind}>
          <MenuHeading>
            <span className="text-xs font-medium text-muted">{group.label}</span>
          </MenuHeading>
          <MenuChoice label={group.label} value={value} options={group.options} onChoose={selectSubject} />
        </div>
      ))}
    </Menu>
  );
}
