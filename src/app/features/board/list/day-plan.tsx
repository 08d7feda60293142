import './day-plan.css';
import { plural, t } from '@lingui/core/macro';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Plan } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { type BoardColumn, vetColumns } from '#app/features/board/model/board-columns.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { type Band, type BoardPlan, boardPlanOf } from '#app/features/board/plan/board-plan.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import { browserZone, intervalText } from '#app/scheduling/time-text.ts';
import { factsText } from '#app/text/list-text.ts';

interface PlanOfDay {
  /** When the plan closes a store. */
  closed: readonly Band[];
  /** What else cannot be booked, by time. */
  blocked: readonly { band: Band; of: BoardColumn }[];
  /** Who is not there all day, with why. */
  off: readonly { name: string; why: string }[];
}

interface DayPlanSources {
  board: Pick<BoardModel, 'days' | 'columns' | 'appointments'>;
  /** What the rooms show. */
  plan: BoardPlan;
  entries: PlanEntries;
  directory: Directory;
}

/** What the plan says of a day, whose rooms are the columns of the board, and of its vets. */
function planOfDay({ board, plan, entries, directory }: DayPlanSources): PlanOfDay {
  const { days } = board;
  const { employees, company } = directory;
  const columns = vetColumns(days, board.appointments, directory, browserZone);
  const unsaved = { entries: [], removed: new Set<string>(), pending: new Set<string>() };
  const ofVets = boardPlanOf({
    ...{ view: 'vets', entries, unsaved, columns, days, employees, today: '' },
    stores: company.stores,
  });
  const closed = plan.bands.filter(
    ({ kind, entry }, index, all) => kind === 'closed' && all.findIndex((other) => other.entry === entry) === index,
  );
  const isOff = ({ columnId }: Band) => ofVets.off.has(columnId);
  const all = [...plan.bands, ...ofVets.bands.filter((band) => !isOff(band))];
  const places = new Map([...board.columns, ...columns].map((column) => [column.id, column]));
  return {
    closed,
    blocked: all
      .filter(({ kind }) => kind === 'blocked' || kind === 'away')
      .flatMap((band) => {
        const of = places.get(band.columnId);
        return of ? [{ band, of }] : [];
      })
      .sort((one, other) => one.band.start - other.band.start || one.of.title.localeCompare(other.of.title)),
    off: [...ofVets.off].map(([id, why]) => ({ name: places.get(id)?.title ?? '', why })),
  };
}

function timesOf(band: Band): string {
  return intervalText(band.zone, band, band.start);
}

interface DayPlanProps extends Pick<DayPlanSources, 'board' | 'directory'> {
  plan: Plan;
  /** What the rooms show of it; null until that is known. */
  drawn: BoardPlan | null;
}

const NOTHING: PlanOfDay = { closed: [], blocked: [], off: [] };

/** What the plan says of a day, which is the `key`: in a line on top of its list, which opens. */
export function DayPlan({ board, directory, plan, drawn }: DayPlanProps) {
  const entries = plan.state === 'known' ? plan.entries : null;
  // What comes when the rows are drawn already has its place: it would move them.
  const [comesLate] = useState(
    plan.state === 'loading' || (plan.state === 'known' && (drawn === null || directory.employees.size === 0)),
  );
  const { closed, blocked, off } = useMemo(
    () => (drawn && entries ? planOfDay({ board, plan: drawn, entries, directory }) : NOTHING),
    [board, drawn, entries, directory],
  );
  const changes = usePlanChanges();
  const mayOpen = changes?.canChange === true;
  const [blocks, people] = [blocked.length, off.length];
  const summary = factsText([
    ...closed.map((band) => `${band.title} ${timesOf(band)}`),
    people === 0 ? '' : t({ message: plural(people, { one: '# off', other: '# off' }), comment: 'vets without duty' }),
    blocks === 0
      ? ''
      : t({
          message: plural(blocks, { one: '# blocked', other: '# blocked' }),
          comment: 'times that cannot be booked',
        }),
  ]);
  if (summary === '') return comesLate ? <div className="day-plan" /> : null;
  return (
    <details className="day-plan">
      <summary>
        <ChevronRight aria-hidden="true" size={14} />
        {summary}
      </summary>
      <ul>
        {off.map(({ name, why }) => (
          <li key={name}>
            <bdi>{name}</bdi> · {why}
          </li>
        ))}
        {blocked.map(({ band, of }) => {
          const said = (
            <>
              <bdi>{of.title}</bdi> · {band.title} · {timesOf(band)}
            </>
          );
          const { entry } = band;
          return (
            <li key={band.id}>
              {mayOpen && entry !== null ? (
                <button type="button" onClick={() => changes.openEntry(entry)}>
                  {said}
                </button>
              ) : (
                <span>{said}</span>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
