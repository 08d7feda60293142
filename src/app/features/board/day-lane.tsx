import { useCallback } from 'react';
import { closedMinutes } from '#app/scheduling/opening-hours.ts';
import { AppointmentBlock } from './appointment-block.tsx';
import type { Share } from './arrange-lane.ts';
import type { BlockStates } from './block-states.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import type { Lanes } from './lanes.ts';
import { AXIS_PIXELS, axisPixels } from './time-axis.ts';

/** A block and its part of the lane's width. */
export type LaidItem = Share & { item: BoardItem };

interface DayLaneProps {
  column: BoardColumn;
  blocks: readonly LaidItem[];
  states: BlockStates;
  lanes: Lanes;
}

/** One column of the grid: its closed hours shaded, its blocks side by side where they overlap. */
export function DayLane({ column, blocks, states, lanes }: DayLaneProps) {
  const attach = useCallback(
    (lane: HTMLElement | null) => (lane ? lanes.attach(column.id, lane) : undefined),
    [lanes, column.id],
  );
  return (
    <div ref={attach} className="day-lane" style={{ height: AXIS_PIXELS }}>
      {closedMinutes(column.openings).map(({ fromMinute, toMinute }) => (
        <div
          key={fromMinute}
          className="day-lane-closed"
          style={{ top: axisPixels(fromMinute), height: axisPixels(toMinute - fromMinute) }}
        />
      ))}
      <div className="day-lane-lines" />
      <div className="day-lane-blocks">
        {blocks.map(({ item, first, span, tracks }) => (
          <AppointmentBlock key={item.key} item={item} first={first} span={span} tracks={tracks} states={states} />
        ))}
      </div>
    </div>
  );
}
