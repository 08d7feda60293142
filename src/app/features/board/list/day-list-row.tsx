import { t } from '@lingui/core/macro';
import { Phone } from 'lucide-react';
import { ClashIcon, StatusIcon } from '#app/appearance/status-icon.tsx';
import { Button } from '#app/components/button.tsx';
import { phoneHref } from '#app/components/contact-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { LabelledMessageIcon } from '#app/components/message-icon.tsx';
import { PresenceIcon } from '#app/components/presence.tsx';
import { AppointmentIcons, startText } from '#app/features/board/appointment-tile.tsx';
import { AppointmentTimes } from '#app/features/board/appointment-times.tsx';
import type { AppointmentView } from '#app/features/board/appointment-view.ts';
import type { NextStep } from '#app/features/board/next-step.ts';
import { isUrgent } from '#app/text/arrival-text.ts';
import { factsText } from '#app/text/list-text.ts';

/** The class that highlights what needs attention. Waiting alone is not highlighted, since it is not a problem yet. */
function attentionTone({ concerns, clash, isFaded }: AppointmentView): string {
  return !isFaded && (clash !== '' || isUrgent(concerns)) ? 'text-danger' : '';
}

/**
 * The columns of a wide list, shared by all rows. Times and marks get their full width; the others share the rest
 * according to their content in the current language and font. Names of clients and vets may load after the day, so
 * their columns have a minimum width, into which most names fit without moving the others.
 */
export const LIST_COLUMNS =
  '@[40rem]:grid @[40rem]:grid-cols-[max-content_repeat(2,auto_minmax(7rem,auto))_repeat(2,auto)_max-content] @[40rem]:gap-x-2.5 @4xl:grid-cols-[max-content_repeat(2,auto_minmax(7rem,auto))_repeat(2,auto)_repeat(2,max-content)] @4xl:gap-x-4';
export const SHARED_COLUMNS =
  '@[40rem]:col-span-full @[40rem]:grid @[40rem]:grid-cols-subgrid @[40rem]:gap-x-2.5 @4xl:gap-x-4';
const WIDE_CELL_CLASS = 'hidden min-w-0 truncate @[40rem]:block';

interface DayListRowProps {
  facts: AppointmentView;
  isTabStop: boolean;
  /** The likely next step; null if there is none, or if the person may not take it. */
  step: NextStep | null;
  /** The client's phone number, shown as a link; empty unless the patient is late and the screen is narrow. */
  phone: string;
}

/** A row of the list, with its actions at the end: cells, or two lines on a narrow list. */
export function DayListRow({ facts, isTabStop, step, phone }: DayListRowProps) {
  const { item, concern, clash, isFaded, isDimmed } = facts;
  const { display } = item;
  const isQuiet = isFaded || isDimmed;
  const tabIndex = isTabStop ? 0 : -1;
  const strong = isQuiet ? '' : 'font-semibold';
  return (
    <tr
      data-appointment={facts.id}
      data-stop={facts.id}
      data-faded={isFaded || undefined}
      data-fresh={facts.isFresh || undefined}
      data-dimmed={isDimmed || undefined}
      aria-label={facts.label}
      aria-selected={facts.isSelected}
      tabIndex={tabIndex}
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
            <AppointmentTimes of={facts} startClass={strong} />
          )}
        </span>
      </td>
      {/* On a narrow screen, where the column headings are hidden, the pet is the heading of each cell. */}
      <th
        scope="row"
        className="relative flex min-w-0 items-center gap-1.5 text-start font-normal @[40rem]:in-data-messages:pe-5"
      >
        {/*
          Each name is truncated at its own end, whatever its script. The pet's name is truncated only if the client's
          has no room left.
        */}
        <bdi
          className={`max-w-full min-w-0 shrink-0 truncate @[40rem]:shrink ${strong} ${isDimmed ? 'line-through' : ''}`}
        >
          {item.heading}
        </bdi>
        <bdi className={`min-w-0 truncate @[40rem]:hidden ${isDimmed ? 'line-through' : ''}`}>{item.client}</bdi>
        <AppointmentIcons facts={facts} />
        {/*
          The icon may appear after the day is drawn. It moves nothing at the end of a line, or in the space that a
          wide list reserves for it.
        */}
        <LabelledMessageIcon mark={facts.messageMark} className="shrink-0 @[40rem]:absolute @[40rem]:end-0" />
        {/* In a wide list the icon is positioned between two columns, since it would widen the one that contained it. */}
        <PresenceIcon text={facts.presence} className="shrink-0 @[40rem]:absolute @[40rem]:-start-3.5" />
      </th>
      <td dir="auto" className={WIDE_CELL_CLASS}>
        {item.client}
      </td>
      <td dir="auto" className={WIDE_CELL_CLASS}>
        {item.appointment.visitTypeName}
      </td>
      <td dir="auto" className={WIDE_CELL_CLASS}>
        {facts.vets}
      </td>
      <td dir="auto" className={WIDE_CELL_CLASS}>
        <InlineTexts of={[facts.room, facts.store]} />
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
      <td
        className={`hidden min-w-0 items-center gap-1.5 text-xs @[40rem]:flex @[40rem]:max-w-44 ${attentionTone(facts)}`}
      >
        <span className={`whitespace-nowrap tabular-nums empty:hidden ${isFaded ? '' : 'font-semibold'}`}>
          {concern}
        </span>
        <ClashIcon text={clash} />
        <span aria-hidden="true" dir="auto" className="hidden min-w-0 truncate empty:hidden @4xl:block">
          {clash}
        </span>
      </td>
      <td className="col-span-2 flex min-w-0 items-center gap-1.5 text-xs text-muted @[40rem]:hidden">
        <span
          title={display.label}
          className={`${isFaded ? 'border-line' : display.tint} flex min-h-5 min-w-5 shrink-0 items-center justify-center gap-1 rounded-full border leading-4.5 ${concern === '' ? 'px-1.5' : ''}`}
        >
          <StatusIcon status={display.value} />
          {/* “Late” and “waiting” already imply the status. */}
          {concern === '' ? <bdi>{display.label}</bdi> : null}
        </span>
        <span
          className={`flex shrink-0 items-center gap-1.5 tabular-nums empty:hidden ${isFaded ? '' : 'font-semibold'} ${attentionTone(facts)}`}
        >
          {concern}
          <ClashIcon text={clash} />
        </span>
        <span dir="auto" className="min-w-0 truncate">
          <InlineTexts of={[facts.room, facts.store, facts.vets, item.type]} />
        </span>
      </td>
      <td className="col-start-3 row-span-2 row-start-1 flex items-center gap-1.5 max-@[40rem]:empty:hidden @[40rem]:hidden @4xl:col-auto @4xl:row-auto @4xl:flex">
        {phone === '' ? null : <CallLink phone={phone} name={item.client} tabIndex={tabIndex} />}
        {step === null ? null : (
          <Button
            aria-label={factsText([step.verb, item.heading])}
            tabIndex={tabIndex}
            onClick={(event) => {
              // Keeps the click from the row, which would open the details.
              event.stopPropagation();
              step.onTake();
            }}
            className="min-h-11 max-w-32 min-w-22 @4xl:-my-0.5 @4xl:min-h-7 @4xl:min-w-0 @4xl:px-2 @4xl:text-xs"
          >
            <span className="truncate">{step.verb}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}

/** A link that calls the client of an appointment. */
function CallLink({ phone, name, tabIndex }: { phone: string; name: string; tabIndex: 0 | -1 }) {
  const href = phoneHref(phone);
  if (href === null) return null;
  const label = t({ message: `Call ${name}: ${phone}`, comment: 'name: a client' });
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={(event) => event.stopPropagation()}
      className="grid size-11 place-items-center rounded-md border border-line-strong bg-surface text-accent hover:bg-sunken"
    >
      <Phone aria-hidden="true" size={18} />
    </a>
  );
}
