import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Directory } from '#app/api/directory.ts';
import { dateText, oddEndText, timeText } from '#app/scheduling/time-text.ts';
import { mainEmployeeId } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import type { BoardModel } from './board-model.ts';

/** Whether the page is being printed; known before the browser takes its picture of it. */
function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    const onChange = () => (media.matches ? before() : after());
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    media.addEventListener('change', onChange);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      media.removeEventListener('change', onChange);
    };
  }, []);
  return printing;
}

function range(item: BoardItem): string {
  const from = item.continuesBefore ? '← earlier' : timeText(item.fromMinute);
  if (item.oddEnd) return `${from} (${oddEndText(item.oddEnd)})`;
  return `${from} – ${item.continuesAfter ? 'later →' : timeText(item.toMinute)}`;
}

function notesOf({ appointment }: BoardItem): string {
  return [appointment.notes, appointment.bookingNotes, appointment.clientNotes]
    .filter((text) => text !== null && text !== '')
    .join('\n');
}

interface DaySheetProps {
  board: BoardModel;
  leftOut: ReadonlySet<string>;
  directory: Directory;
  /** Whether a part of the day could not be loaded. */
  incomplete: boolean;
}

/** The printed day: a table a column of the board, black on white. It is there only while the page is printed. */
export function DaySheet({ board, leftOut, directory, incomplete }: DaySheetProps) {
  if (!useIsPrinting()) return null;
  const items = board.items.filter((item) => !leftOut.has(item.appointment.id));
  return (
    <div className="day-sheet">
      {incomplete ? <p>A part of this day could not be loaded: this sheet is not complete.</p> : null}
      {board.columns.map((column) => {
        const rows = items
          .filter((item) => item.columnId === column.id)
          .sort((one, other) => one.fromMinute - other.fromMinute);
        return (
          <table key={column.id}>
            <caption>
              {[column.group, column.title, dateText(column.date)].filter((part) => part !== '').join(' · ')}
            </caption>
            <thead>
              <tr>
                {['Time', 'Pet', 'Client', 'Type', 'Vet', 'Status', 'Notes'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((item) => (
                <tr key={item.key}>
                  <td>{range(item)}</td>
                  <td dir="auto">{item.heading}</td>
                  <td dir="auto">{item.client}</td>
                  <td>{item.appointment.visitTypeName ?? ''}</td>
                  <td>{directory.employees.get(mainEmployeeId(item.appointment) ?? '')?.name ?? ''}</td>
                  <td>{item.look.label}</td>
                  <td dir="auto">{notesOf(item)}</td>
                </tr>
              ))}
              {rows.length === 0 ? (
                <tr>
                  <td colSpan={7}>Nothing booked</td>
                </tr>
              ) : null}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
