import { CircleAlert, NotebookText } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ClashSign, StatusIcon } from '#app/appearance/status-icon.tsx';
import { Button } from '#app/components/button.tsx';
import { PresenceSign } from '#app/components/presence.tsx';
import { Texts } from '#app/components/texts.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import { isUrgent } from '#app/text/arrival-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { clockText, dayText } from '#app/text/time-text.ts';
import { recordedTime } from '#scheduling/visit.ts';
import type { AppointmentFacts } from './appointment-facts.ts';
import { Times } from './visit-text.tsx';

/*
 * Appointments outside the calendar: rows of the list, and cards of the flow and the waiting patients. The element with
 * `data-appointment` is the one that is focused, opened, and given another status.
 */

/** The start time; the date if it started on an earlier day. */
function startText({ item, day }: AppointmentFacts): string {
  const { start } = recordedTime(item.appointment);
  return start < day.clock.start ? dayText(day.zone, start) : clockText(day.zone, start);
}

/** Icons for what is noteworthy about an appointment, each with a tooltip. */
function Signs({ facts, children }: { facts: AppointmentFacts; children?: ReactNode }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5 empty:hidden">
      {children}
      {facts.item.alert === '' ? null : (
        <span title={facts.item.alert} className="text-warn">
          <CircleAlert aria-hidden="true" size={13} />
        </span>
      )}
      {facts.isUnsaved ? <UnsavedSign /> : null}
      {facts.notes === '' ? null : (
        <span title={facts.notes} className="opacity-70">
          <NotebookText aria-hidden="true" size={13} />
        </span>
      )}
    </span>
  );
}

/** Highlights what needs attention. Waiting alone is not yet a problem. */
function attentionTone({ concerns, clash, isFaded }: AppointmentFacts): string {
  return !isFaded && (clash !== '' || isUrgent(concerns)) ? 'text-danger' : '';
}

/**
 * The columns of a wide list, shared by all rows. Times and marks get their full width; the others share the rest
 * according to their content in the current language and font.
 */
export const LIST_COLUMNS =
  '@[40rem]:grid @[40rem]:grid-cols-[max-content_repeat(6,auto)_max-content] @[40rem]:gap-x-2.5 @4xl:gap-x-4';
export const SHARED_COLUMNS =
  '@[40rem]:col-span-full @[40rem]:grid @[40rem]:grid-cols-subgrid @[40rem]:gap-x-2.5 @4xl:gap-x-4';
const WIDE = 'hidden min-w-0 truncate @[40rem]:block';

interface AppointmentRowProps {
  facts: AppointmentFacts;
  isTabStop: boolean;
}

/** A row of the list: eight cells, or two lines on narrow screens. */
export function AppointmentRow({ facts, isTabStop }: AppointmentRowProps) {
  const { item, concern, clash, isFaded, isDimmed } = facts;
  const { display } = item;
  const isQuiet = isFaded || isDimmed;
  const strong = isQuiet ? '' : 'font-semibold';
  return (
    <tr
      data-appointment={facts.id}
      data-faded={isFaded || undefined}
      data-fresh={facts.isFresh || undefined}
      data-dimmed={isDimmed || undefined}
      aria-label={facts.label}
      aria-selected={facts.isSelected}
      tabIndex={isTabStop ? 0 : -1}
      className={`grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-3 py-1.5 hover:bg-accent-soft focus-visible:-outline-offset-2 aria-selected:bg-accent-soft data-fresh:ring-2 data-fresh:ring-accent data-fresh:ring-inset @[40rem]:min-h-9 ${SHARED_COLUMNS} ${isQuiet ? 'text-muted' : ''}`}
    >
      <td className={`min-w-17 tabular-nums ${item.stay ? 'max-w-44' : 'whitespace-nowrap'}`}>
        <span className={`@4xl:hidden ${strong}`}>{startText(facts)}</span>
        <span className="hidden @4xl:inline">
          {item.stay ? (
            <>
              <span className={`inline-block ${strong}`}>{item.stay[0]}</span>{' '}
              <span className="inline-block">{item.stay[1]}</span>
            </>
          ) : (
            <Times of={facts} startClass={strong} />
          )}
        </span>
      </td>
      {/* On a narrow screen, where the column headings are hidden, the pet is the heading of each cell. */}
      <th scope="row" className="relative flex min-w-0 items-center gap-1.5 text-start font-normal">
        {/* Each name is truncated at its own end, whatever its script, starting with the client. */}
        <bdi className={`min-w-0 truncate ${strong} ${isDimmed ? 'line-through' : ''}`}>{item.heading}</bdi>
        <bdi className={`min-w-0 shrink-[1000] truncate @[40rem]:hidden ${isDimmed ? 'line-through' : ''}`}>
          {item.client}
        </bdi>
        <Signs facts={facts} />
        {/* In a wide list it is positioned between two columns, since it would widen either of them. */}
        <PresenceSign text={facts.presence} className="shrink-0 @[40rem]:absolute @[40rem]:-start-3.5" />
      </th>
      <td dir="auto" className={WIDE}>
        {item.client}
      </td>
      <td dir="auto" className={WIDE}>
        {item.appointment.visitTypeName}
      </td>
      <td dir="auto" className={WIDE}>
        {facts.vets}
      </td>
      <td dir="auto" className={WIDE}>
        <Texts of={[facts.room, facts.store]} />
      </td>
      <td className="hidden min-w-0 @[40rem]:flex">
        <span
          title={display.label}
          className={`${isFaded ? 'border-line' : display.tint} flex min-w-0 items-center gap-1 rounded-full border px-1.5 text-xs leading-5`}
        >
          <StatusIcon status={display.value} />
          <span dir="auto" className="hidden truncate @4xl:block">
            {display.label}
          </span>
        </span>
      </td>
      <td className={`flex min-w-0 items-center gap-1.5 text-xs @[40rem]:max-w-44 ${attentionTone(facts)}`}>
        <span className={`whitespace-nowrap tabular-nums empty:hidden ${isFaded ? '' : 'font-semibold'}`}>
          {concern}
        </span>
        <ClashSign text={clash} />
        <span aria-hidden="true" dir="auto" className="hidden min-w-0 truncate empty:hidden @4xl:block">
          {clash}
        </span>
      </td>
      <td className="col-span-full flex min-w-0 items-center gap-1.5 text-xs text-muted @[40rem]:hidden">
        <span
          className={`${isFaded ? 'border-line' : display.tint} flex shrink-0 items-center gap-1 rounded-full border px-1.5 leading-4.5`}
        >
          <StatusIcon status={display.value} />
          <bdi>{display.label}</bdi>
        </span>
        <span dir="auto" className="min-w-0 truncate">
          <Texts of={[facts.room, facts.store, facts.vets, item.type]} />
        </span>
      </td>
    </tr>
  );
}

interface AppointmentCardProps {
  facts: AppointmentFacts;
  /** How long the pet has been here, if nothing else is to be said; otherwise empty. */
  here?: string;
  /** Whether it is in the tab order. Defaults to true, for short groups. */
  isTabStop?: boolean;
  /** Its likely next step; null if there is none or the person may not take it. */
  step?: { verb: string; onTake: () => void } | null;
  /** The attributes that let it be dragged to another status. */
  drag?: Pick<ComponentProps<'button'>, 'draggable' | 'onPointerDown' | 'onDragStart' | 'onDragEnd'>;
  onOpen: (appointmentId: string) => void;
}

/** A card in the colours of its status, with a button for the next step. */
export function AppointmentCard({
  facts,
  here = '',
  isTabStop = true,
  step = null,
  drag,
  onOpen,
}: AppointmentCardProps) {
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
        data-fresh={facts.isFresh || undefined}
        aria-label={label}
        title={label}
        aria-current={facts.isSelected || undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(facts.id)}
        {...drag}
        // The whole card opens the details, except the button for the next step.
        className="block w-full rounded-md px-2.5 pt-1.5 text-start after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent aria-[current]:after:ring-2 aria-[current]:after:ring-current aria-[current]:after:ring-inset data-fresh:after:ring-2 data-fresh:after:ring-accent"
      >
        <span className="flex items-baseline gap-x-2">
          <bdi
            className={`min-w-0 grow truncate text-sm ${isFaded ? '' : 'font-semibold'} ${isDimmed ? 'line-through' : ''}`}
          >
            {item.heading}
          </bdi>
          <Signs facts={facts}>
            <ClashSign text={facts.clash} />
          </Signs>
          <PresenceSign text={facts.presence} className="absolute -end-1.5 -top-1.5 rounded-full bg-raised p-0.5" />
          <span className="shrink-0 tabular-nums">{startText(facts)}</span>
        </span>
        {/* The line is reserved before the name is loaded. */}
        <bdi className="block min-h-4 truncate">{item.client}</bdi>
        <bdi className="block truncate empty:hidden">{item.type}</bdi>
        {attention === '' ? null : <strong className="block font-semibold tabular-nums">{attention}</strong>}
      </button>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-2 ps-2.5 pe-1.5 ${step ? 'min-h-8 pb-1' : 'pb-1.5'}`}
      >
        <span dir="auto" className="min-w-0 truncate">
          <Texts of={[facts.room, item.initials, facts.store, facts.clockOwner]} />
        </span>
        {step ? (
          <Button
            compact
            aria-label={factsText([step.verb, item.heading])}
            tabIndex={tabIndex}
            onClick={({ currentTarget }) => {
              // The card moves to another lane, so the focus follows it.
              currentTarget.closest('div[data-card]')?.querySelector<HTMLElement>('[data-appointment]')?.focus();
              step.onTake();
            }}
            className="relative ms-auto max-w-full shrink-0"
          >
            <span className="truncate">{step.verb}</span>
          </Button>
        ) : null}
      </div>
    </div>
  );
}
