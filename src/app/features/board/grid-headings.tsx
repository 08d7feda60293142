import { type BoardColumn, groupsOf } from './board-columns.ts';

interface GridHeadingsProps {
  columns: readonly BoardColumn[];
  /** The widths of the axis and of each column, as CSS has them. */
  template: string;
}

/** The headings of the grid: the stores over their columns, then the room, vet or day of each. */
export function GridHeadings({ columns, template }: GridHeadingsProps) {
  const groups = groupsOf(columns);
  return (
    <thead>
      {groups.some(({ name }) => name !== '') ? (
        <tr className="time-grid-groups" style={{ gridTemplateColumns: template }}>
          <td className="time-grid-axis" />
          {groups.map(({ id, name, span }) => (
            <th key={id} scope="colgroup" colSpan={span} style={{ gridColumn: `span ${span}` }}>
              <span className="time-grid-group">{name}</span>
            </th>
          ))}
        </tr>
      ) : null}
      <tr style={{ gridTemplateColumns: template }}>
        <th scope="col" className="time-grid-axis">
          <span className="sr-only">Time</span>
        </th>
        {columns.map((column) => (
          <th key={column.id} scope="col" dir="auto">
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
