import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import type { BoardColumn, BoardSection } from '#app/features/board/model/board-columns.ts';
import type { BoardEvent } from './board-events.ts';
import { sectionFlex } from './calendar-layout.ts';
import { CollapsedColumns } from './collapsed-columns-and-hours.tsx';
import { ColumnHeading } from './column-heading.tsx';
import { StoreCalendar, type StoreCalendarProps } from './store-calendar.tsx';

/** What the calendar of a section draws. */
export interface SectionContent {
  /** The events, keyed by id. */
  events: Readonly<Record<string, BoardEvent>>;
  /** The columns that are not collapsed, with the hours that can be booked. */
  columns: readonly BoardColumn[];
}

interface CalendarSectionProps extends Omit<StoreCalendarProps, 'columns' | 'events'> {
  section: BoardSection;
  content: SectionContent;
  /** The texts of the collapsed columns of all sections, keyed by id. */
  collapsed: ReadonlyMap<string, string>;
  onExpand: (columnId: string) => void;
}

/** The calendar of a section, below its name and beside its collapsed columns. */
export function CalendarSection({ section, content, collapsed, onExpand, ...calendar }: CalendarSectionProps) {
  const { columns } = content;
  return (
    <section
      aria-label={section.name || t`Appointments`}
      className="calendar-section relative flex min-w-0"
      style={
        {
          flex: sectionFlex(columns.length),
          '--columns': columns.length,
          '--rails': section.columns.length - columns.length,
        } as CSSProperties
      }
    >
      <div className="min-w-0 grow">
        {section.name === '' ? null : (
          // The name, in the line above the headings, stays in view as long as any column of the section is in view.
          <h2 className="calendar-name sticky top-0 z-6 -mb-(--name) h-(--name) ps-[calc(var(--axis)+6px)] pe-1.5 text-[0.6875rem] leading-5.5 font-semibold whitespace-nowrap text-muted">
            <span className="sticky start-[calc(var(--axis)+6px)]">
              <ColumnHeading id={section.id} title={section.name} />
            </span>
          </h2>
        )}
        {columns.length === 0 ? null : (
          <StoreCalendar {...calendar} columns={columns} events={Object.values(content.events)} />
        )}
      </div>
      <CollapsedColumns columns={section.columns} collapsed={collapsed} onOpen={onExpand} />
    </section>
  );
}
