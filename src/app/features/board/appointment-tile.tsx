import { CircleAlert, NotebookText } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ClashIcon } from '#app/appearance/status-icon.tsx';
import { Button } from '#app/components/button.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { LabelledMessageIcon } from '#app/components/message-icon.tsx';
import { PresenceIcon } from '#app/components/presence.tsx';
import { UnsavedIcon } from '#app/components/unsaved-icon.tsx';
import { factsText } from '#app/text/list-text.ts';
import { clockText, dayText } from '#app/text/time-text.ts';
import { recordedTime } from '#scheduling/visit.ts';
import type { AppointmentView } from './appointment-view.ts';
import type { NextStep } from './next-step.ts';

/** The start time of an appointment, or the date if it started before the shown day. */
export function startText({ item, day }: AppointmentView): string {
  const { start } = recordedTime(item.appointment);
  return start < day.clock.start ? dayText(day.zone, start) : clockText(day.zone, start);
}

/**
 * Icons for an alert, an unsaved change and notes, each with a tooltip. `children` are icons that come before these.
 */
export function AppointmentIcons({ facts, children }: { facts: AppointmentView; children?: ReactNode }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5 empty:hidden">
      {children}
      {facts.item.alert === '' ? null : (
        <span title={facts.item.alert} className="text-warn">
          <CircleAlert aria-hidden="true" size={13} />
        </span>
      )}
      {facts.isUnsaved ? <UnsavedIcon /> : null}
      {facts.notes === '' ? null : (
        <span title={facts.notes} className="opacity-70">
          <NotebookText aria-hidden="true" size={13} />
        </span>
      )}
    </span>
  );
}

interface AppointmentTileProps {
  facts: AppointmentView;
  /** How long the pet has been here; empty if the pet is not here or the tile shows a concern instead. */
  here?: string;
  /** Whether the tile is in the tab order. True by default, since a short group needs no arrow keys. */
  isTabStop?: boolean;
  /** The likely next step; null if there is none, or if the person may not take it. */
  step?: NextStep | null;
  /** The attributes that let the tile be dragged to another status. */
  drag?: Pick<ComponentProps<'button'>, 'draggable' | 'onPointerDown' | 'onDragStart' | 'onDragEnd'>;
  onOpen: (appointmentId: string) => void;
}

/** An appointment as a tile in the colours of its status, with a button for the next step. */
export function AppointmentTile({
  facts,
  here = '',
  isTabStop = true,
  step = null,
  drag,
  onOpen,
}: AppointmentTileProps) {
  const { item, isFaded, isDimmed } = facts;
  const attention = facts.concern || here;
  const label = factsText([facts.label, here]);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      data-card
      className={`relative rounded-md border text-xs ${isFaded ? 'border-line bg-surface text-muted' : item.display.tint}`}
    >
      <button
        type="button"
        data-appointment={facts.id}
        data-stop={facts.id}
        data-fresh={facts.isFresh || undefined}
        aria-label={label}
        title={label}
        aria-current={facts.isSelected || undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(facts.id)}
        {...drag}
        // The `after` element makes the whole tile open the details, except for the button for the next step.
        className="block w-full rounded-md px-2.5 pt-1.5 text-start after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent aria-[current]:after:ring-2 aria-[current]:after:ring-current aria-[current]:after:ring-inset data-fresh:after:ring-2 data-fresh:after:ring-accent"
      >
        <span className="flex items-baseline gap-x-2">
          <bdi
            className={`min-w-0 grow truncate text-sm ${isFaded ? '' : 'font-semibold'} ${isDimmed ? 'line-through' : ''}`}
          >
            {item.heading}
          </bdi>
          <AppointmentIcons facts={facts}>
            <ClashIcon text={facts.clash} />
            <LabelledMessageIcon mark={facts.messageMark} />
          </AppointmentIcons>
          <PresenceIcon text={facts.presence} className="absolute -end-1.5 -top-1.5 rounded-full bg-raised p-0.5" />
          <span className="shrink-0 tabular-nums">{startText(facts)}</span>
        </span>
        {/* The minimum height prevents the line from collapsing while the name is loading. */}
        <bdi className="block min-h-4 truncate">{item.client}</bdi>
        <bdi className="block truncate empty:hidden">{item.type}</bdi>
        {attention === '' ? null : <strong className="block font-semibold tabular-nums">{attention}</strong>}
      </button>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-2 ps-2.5 pe-1.5 ${step ? 'min-h-8 pb-1' : 'pb-1.5'}`}
      >
        <span dir="auto" className="min-w-0 truncate">
          <InlineTexts of={[facts.room, item.vet, facts.store, facts.zoneLabel]} />
        </span>
        {step ? (
          <Button
            compact
            aria-label={factsText([step.verb, item.heading])}
            tabIndex={tabIndex}
            onClick={({ currentTarget }) => {
              // The step moves the tile to another lane, without this button, so the tile gets the focus first.
              currentTarget.closest('div[data-card]')?.querySelector<HTMLElement>('[data-appointment]')?.focus();
              step.onTake();
            }}
            className="relative ms-auto max-w-full shrink-0 pointer-coarse:min-h-11 pointer-coarse:px-3"
          >
            <span className="truncate">{step.verb}</span>
          </Button>
        ) : null}
      </div>
    </div>
  );
}
