import { useMatch } from '@tanstack/react-router';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import type { NewEntry, PlanChanges } from '#app/changes/plan-changes.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { dayInterval, zoneOfStore } from '#scheduling/calendar-day.ts';
import { QUARTER } from '#scheduling/opening-hours.ts';
import { clockAt, firstInstantOf } from '#scheduling/wall-clock.ts';

/** How long time is blocked at first. */
const HOUR = 4 * QUARTER;

/** The commands **Block time** and **Time off**, for the day that the calendar shows, otherwise for today. */
export function PlanCommands({ openNew }: Pick<PlanChanges, 'openNew'>) {
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search });
  const { stores, date, now } = useBoardChoice(board ?? {});
  const { fallbackZone } = useDesk();
  const [store] = stores;
  const zone = zoneOfStore(store, fallbackZone);

  function open(place: Partial<NewEntry>, start: number, end: number) {
    openNew({
      kind: 'unavailable',
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      ...place,
    });
  }

  useCommand('block time', () => {
    const soon = Math.ceil(now / QUARTER) * QUARTER;
    const start = firstInstantOf(zone, date, clockAt(zone, soon));
    open({ storeId: store?.id ?? null }, start, start + HOUR);
  });
  useCommand('time off', () => {
    const { start, end } = dayInterval(zone, date);
    open({ storeId: null }, start, end);
  });
  return null;
}
