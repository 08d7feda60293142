import '#app/components/printed-sheet.css';
import { t } from '@lingui/core/macro';
import { shortDateText } from '#app/text/time-text.ts';
import { barTexts, describeBar, hoursText, ownerName } from './shift-text.ts';
import type { StoreShifts } from './shifts-week.ts';

interface ShiftsSheetProps {
  groups: readonly StoreShifts[];
  /** The heading of the printout: the first and last day of the week. */
  heading: string;
  storeName: (id: string) => string | null;
}

/** The week for printing, to be pinned to the wall: a table for each store, black on white. */
export function ShiftsSheet({ groups, heading, storeName }: ShiftsSheetProps) {
  return (
    <div className="shifts-sheet printed-sheet">
      <h1>{t({ message: `Shifts, ${heading}`, comment: 'the printed plan of a week; heading: its dates' })}</h1>
      {groups.map((group) => (
        <table key={group.store.id}>
          <caption dir="auto">{group.store.name}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Person`}</th>
              {group.days.map(({ date }) => (
                <th key={date} scope="col">
                  {shortDateText(date)}
                </th>
              ))}
              <th scope="col">{t`Hours`}</th>
            </tr>
          </thead>
          <tbody>
            {group.rows
              .filter(({ owner, cells }) => owner.kind === 'person' || cells.some(({ bars }) => bars.length > 0))
              .map(({ key, owner, cells, minutes }) => (
                <tr key={key}>
                  <th scope="row" dir="auto">
                    {ownerName(owner)}
                  </th>
                  {cells.map(({ clock, bars }) => (
                    <td key={clock.date}>
                      {bars.map((bar) => {
                        const shown = { owner, store: group.store, storeName };
                        return (
                          <span key={bar.entry.id} dir="auto">
                            {bar.kind === 'shift' ? barTexts(bar, shown).text : describeBar(bar, shown)}
                          </span>
                        );
                      })}
                    </td>
                  ))}
                  <td>{owner.kind === 'person' && minutes > 0 ? hoursText(minutes) : ''}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
