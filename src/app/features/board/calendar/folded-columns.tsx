import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem, BoardView } from '#app/features/board/model/board-items.ts';

const NONE: ReadonlyMap<string, number> = new Map();

/** The number of hidden visits of each column that has no other ones. */
function hiddenOnly(items: readonly BoardItem[], hiddenItems: readonly BoardItem[]): ReadonlyMap<string, number> {
  const shown = new Set(items.map((item) => item.columnId));
  const counts = new Map<string, number>();
  for (const { columnId } of hiddenItems) {
    if (!shown.has(columnId)) counts.set(columnId, (counts.get(columnId) ?? 0) + 1);
  }
  return counts;
}

/** A column whose visits are all hidden collapses to a rail, until somebody opens it. */
export function useFoldedColumns(view: BoardView, items: readonly BoardItem[], hiddenItems: readonly BoardItem[]) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const counts = view === 'week' || hiddenItems.length === 0 ? NONE : hiddenOnly(items, hiddenItems);
  return {
    /** The number of visits in each folded column. */
    folded: new Map([...counts].filter(([id]) => !unfolded.has(id))),
    unfoldColumn: (id: string) => setUnfolded((before) => new Set([...before, id])),
  };
}

interface FoldedColumnsProps {
  columns: readonly BoardColumn[];
  counts: ReadonlyMap<string, number>;
  onOpen: (columnId: string) => void;
}

function hiddenText(count: number): string {
  return t({ message: plural(count, { one: '# hidden', other: '# hidden' }), comment: 'visits of a column' });
}

/** The columns whose visits are all hidden, each as a rail with a button that opens it. */
export function FoldedColumns({ columns, counts, onOpen }: FoldedColumnsProps) {
  return columns.map((column) => {
    const count = counts.get(column.id);
    return count === undefined ? null : (
      <button key={column.id} type="button" className="calendar-rail" onClick={() => onOpen(column.id)}>
        <span>
          <bdi>{column.title}</bdi> · {hiddenText(count)}
        </span>
      </button>
    );
  });
}
