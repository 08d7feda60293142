import { createDayClock, dateIn, MINUTES_OF_DAY, minuteOfDay } from '#app/components/day-clock.ts';
import type { BoardColumn } from './board-columns.ts';

/** Where the line of the present is in a column, in minutes after midnight; null where the column shows another day. */
export function nowMinute(column: Pick<BoardColumn, 'zone' | 'date'>, now: number): number | null {
  if (dateIn(column.zone, now) !== column.date) return null;
  return minuteOfDay(createDayClock(column.zone, column.date), now);
}

/** The lanes of a calendar, each with its own line of the present, since its store's clock is its own. */
export interface NowLines {
  attach(columnId: string, lane: HTMLElement): void;
  detach(lane: HTMLElement): void;
  paint(columns: readonly BoardColumn[], now: number): void;
}

/** Creates the lines; they are moved by a CSS variable of their lane, so that nothing is drawn again. */
export function createNowLines(): NowLines {
  const lanes = new Map<HTMLElement, string>();
  let last: { columns: readonly BoardColumn[]; now: number } = { columns: [], now: 0 };

  function paintAll() {
    const minutes = new Map<string, number | null>();
    for (const [lane, columnId] of lanes) {
      const column = last.columns.find((candidate) => candidate.id === columnId);
      if (!column) continue;
      const key = `${column.zone} ${column.date}`;
      const minute = minutes.has(key) ? minutes.get(key) : nowMinute(column, last.now);
      minutes.set(key, minute ?? null);
      if (minute === null || minute === undefined) delete lane.dataset['now'];
      else {
        lane.dataset['now'] = '';
        lane.style.setProperty('--now', `${(minute / MINUTES_OF_DAY) * 100}%`);
      }
    }
  }

  return {
    attach(columnId, lane) {
      lanes.set(lane, columnId);
      paintAll();
    },
    detach(lane) {
      lanes.delete(lane);
    },
    paint(columns, now) {
      last = { columns, now };
      paintAll();
    },
  };
}
