import { t } from '@lingui/core/macro';
import { CircleAlert, Ellipsis, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { visitName } from '#app/api/directory.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { phoneHref } from '#app/components/contact-link.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { rememberOpened } from '#app/components/row-focus.ts';
import { Texts } from '#app/components/texts.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import { concernsText } from '#app/text/arrival-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { formerText } from '#app/text/pet-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { browserZone, dayInYear, instantParts } from '#app/text/time-text.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { concernsOf } from '#scheduling/arrival.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { isDimmed } from '#scheduling/visit.ts';
import { type AppointmentReference, type NamedAppointment, nameAppointment } from './appointment-names.ts';

/** The data that a row shows. */
interface RowFacts {
  appointment: ReceivedAppointment;
  names: NamedAppointment;
  when: string;
  petName: string;
  /** The alerts of the pet and its client; empty if there are none. */
  alert: string;
  /** Whether the pet has died or is inactive, in words. */
  former: string;
  isUnsaved: boolean;
  /** Its vet is away, in words; empty if they are not. */
  concern: string;
  /** The list of the vet’s appointments of that day. */
  list: Address;
  /** Whether the client, including their phone number, is still loading. */
  isClientLoading: boolean;
  /** The links of a row are in the tab order only while the row is. */
  tabIndex: 0 | -1;
  pet: Address | null;
  client: Address | null;
  status: ReactNode;
}

interface Column {
  id: string;
  heading: () => ReactNode;
  /** Classes for its width and visibility. */
  className: string;
  cell: (facts: RowFacts) => ReactNode;
}

const columns: readonly Column[] = [
  {
    id: 'when',
    heading: () => t({ message: 'When', comment: 'Heading of a column: date and time of the appointment' }),
    className: 'ps-3!',
    cell: ({ when }) => (
      <span title={when} className="tabular-nums">
        {when}
      </span>
    ),
  },
  { id: 'pet', heading: () => t`Pet`, className: 'w-29', cell: (facts) => <PetCell {...facts} /> },
  {
    id: 'client',
    heading: () => t`Client`,
    className: 'w-31',
    cell: ({ names, client, tabIndex }) => <NameLink name={names.clientName} to={client} tabIndex={tabIndex} />,
  },
  { id: 'phone', heading: () => t`Phone`, className: 'w-33', cell: (facts) => <PhoneCell {...facts} /> },
  {
    id: 'type',
    heading: () => t`Visit type`,
    className: '',
    cell: ({ appointment, names }) => <bdi title={appointment.title}>{names.type}</bdi>,
  },
  {
    id: 'vet',
    heading: () => t`Vet`,
    className: 'w-32 max-lg:hidden',
    cell: ({ names }) => (
      <bdi title={names.vets} className={names.vets === '' ? 'text-muted' : ''}>
        {names.vets || words.unassigned}
      </bdi>
    ),
  },
  {
    id: 'room',
    heading: () => t`Room`,
    className: 'w-24 max-xl:hidden',
    cell: ({ names }) => <bdi title={names.room}>{names.room}</bdi>,
  },
  {
    id: 'store',
    heading: () => t`Store`,
    className: 'w-26 max-xl:hidden',
    cell: ({ names }) => <bdi title={names.store}>{names.store}</bdi>,
  },
  { id: 'status', heading: () => t`Status`, className: 'w-32', cell: ({ status }) => status },
  {
    id: 'actions',
    heading: () => <span className="sr-only">{t`Actions`}</span>,
    className: 'w-11 pe-3!',
    cell: (facts) => <MenuButton {...facts} />,
  },
];

interface ColumnsInput {
  hasStores: boolean;
  isOneDay: boolean;
}

/** The columns of a wide list. A list of a single day shows only the time. */
export function columnsOf({ hasStores, isOneDay }: ColumnsInput): readonly Column[] {
  const whenClass = isOneDay ? 'w-28' : 'w-48';
  return columns.flatMap((column) => {
    if (column.id === 'store' && !hasStores) return [];
    return column.id === 'when' ? { ...column, className: `${column.className} ${whenClass}` } : column;
  });
}

interface AppointmentRowProps {
  appointment: ReceivedAppointment;
  reference: AppointmentReference;
  rowIndex: number;
  /** Null if the row has two lines. */
  columns: readonly Column[] | null;
  isOneDay: boolean;
  isUnsaved: boolean;
  isTabStop: boolean;
  areClientsLoading: boolean;
  /** Whether the vet of an appointment is away at its time, as far as it is known. */
  isVetAway: (appointment: ReceivedAppointment) => boolean;
}

/**
 * The row of an appointment: cells, or two lines on narrow screens. A click opens the details; it has the same menu as
 * a block.
 */
export function AppointmentRow(props: AppointmentRowProps) {
  const {
    appointment,
    reference,
    rowIndex,
    columns: shownColumns,
    isOneDay,
    isUnsaved,
    isTabStop,
    areClientsLoading,
    isVetAway,
  } = props;
  const addresses = useAddresses();
  const { openMenu } = useChanges();
  const now = useMinute();
  const names = nameAppointment(appointment, reference);
  const { petId, clientId } = appointment;
  const start = instantOf(appointment.start);
  const { time } = instantParts(names.zone, start, browserZone);
  const display = reference.statuses.of(appointment.status);
  const petName = visitName(appointment, reference.directory.pets);
  const tabIndex = isTabStop ? 0 : -1;
  const alerts = [names.pet?.alert, names.client?.alert].map((alert) => alert?.trim() ?? '');
  const day = dateIn(names.zone, start);
  const facts: RowFacts = {
    ...{ appointment, names, isUnsaved },
    when: isOneDay ? time : factsText([dayInYear(names.zone, start, now), time]),
    petName,
    alert: factsText(alerts),
    list: addresses.vetAway(mainEmployeeId(appointment) ?? '', day, { until: day, storeId: appointment.storeId }),
    // Who is late or waiting is on the calendar of today.
    concern: concernsText(
      concernsOf(appointment, { now, zone: names.zone, hasDied: names.pet?.deceasedOn != null, isVetAway }).filter(
        ({ kind }) => kind === 'vet-away',
      ),
    ),
    former: names.pet ? formerText(names.pet, dateIn(names.zone, now)) : '',
    isClientLoading: areClientsLoading && names.client === null && clientId !== null,
    tabIndex,
    pet: petId === null ? null : addresses.pet(petId),
    client: clientId === null ? null : addresses.client(clientId),
    status: (
      <span
        title={display.label}
        className={`${display.tint} inline-flex max-w-full items-center gap-1 rounded-full border px-1.5 text-xs leading-5`}
      >
        <StatusIcon status={display.value} />
        <bdi className="truncate max-[24rem]:sr-only">{display.label}</bdi>
      </span>
    ),
  };
  const open = () => {
    rememberOpened(appointment.id);
    addresses.appointment(appointment).go();
  };
  const isGone = isDimmed(appointment);
  return (
    <tr
      data-appointment={appointment.id}
      data-row={appointment.id}
      aria-rowindex={rowIndex}
      tabIndex={facts.tabIndex}
      onClick={(event) => {
        if (!isControl(event.target)) open();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        // At the pointer, or at the row if the menu key was pressed.
        openMenu(appointment, event.target instanceof Element ? event.target : event.currentTarget);
      }}
      className={`cursor-pointer hover:bg-accent-soft focus-visible:-outline-offset-2 [&>td]:border-b [&>td]:border-line/60 ${shownColumns ? 'h-9' : 'h-16'} ${isGone ? 'text-muted' : ''}`}
    >
      {shownColumns ? (
        shownColumns.map(({ id, className, cell }) => (
          <td key={id} className={`px-1.5 py-0 ${className}`}>
            <div className="flex items-center gap-1.5 *:min-w-0 *:truncate">{cell(facts)}</div>
          </td>
        ))
      ) : (
        <td className="px-3 py-0.5">
          <TwoLines {...facts} />
        </td>
      )}
    </tr>
  );
}

/** Whether a click on this element has its own effect, rather than opening the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null;
}

/** The layout of a row on narrow screens. */
function TwoLines(facts: RowFacts) {
  const { names, when } = facts;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <span className="flex min-w-0 items-center gap-1.5 *:min-w-0 *:truncate">
        <span className="shrink-0 pe-0.5 tabular-nums">{when}</span>
        <PetCell {...facts} />
      </span>
      <span className="flex items-center justify-end gap-1">
        {facts.status}
        <MenuButton {...facts} />
      </span>
      <span className="truncate text-xs text-muted">
        <Texts of={[names.clientName, names.type, names.vets || words.unassigned, names.room]} />
      </span>
      <PhoneCell {...facts} />
    </div>
  );
}

function PetCell({ petName, pet, alert, former, concern, list, isUnsaved, appointment, tabIndex }: RowFacts) {
  return (
    <>
      <span className={`font-medium ${isDimmed(appointment) ? 'line-through' : ''}`}>
        <NameLink name={petName} to={pet} tabIndex={tabIndex} />
      </span>
      {former === '' ? null : (
        <span title={former} className="shrink-[1000] text-xs text-muted">
          {former}
        </span>
      )}
      {concern === '' ? null : (
        <AppLink to={list} tabIndex={tabIndex} className="shrink-0 text-xs font-semibold text-danger hover:underline">
          {concern}
        </AppLink>
      )}
      {alert === '' ? null : (
        <span role="img" aria-label={alert} title={alert} className="shrink-0 text-warn">
          <CircleAlert aria-hidden="true" size={13} />
        </span>
      )}
      {isUnsaved ? <UnsavedSign /> : null}
    </>
  );
}

/** A link to the page of a pet or a client; a dash until the name is loaded. */
function NameLink({ name, to, tabIndex }: { name: string; to: Address | null; tabIndex: 0 | -1 }) {
  if (name === '') return <span className="text-muted">–</span>;
  if (to === null) return <bdi>{name}</bdi>;
  return (
    <AppLink to={to} tabIndex={tabIndex} title={name} className="block min-w-6 truncate leading-6">
      <bdi>{name}</bdi>
    </AppLink>
  );
}

/** The client's phone number. Its space is reserved while it loads. */
function PhoneCell({ names: { phone }, isClientLoading, tabIndex }: RowFacts) {
  if (phone === '') {
    return isClientLoading ? <span aria-hidden="true" className="h-3 w-20 animate-pulse rounded bg-sunken" /> : null;
  }
  const href = phoneHref(phone);
  const content = (
    <>
      <Phone aria-hidden="true" size={12} className="shrink-0 text-muted md:hidden" />
      <bdi className="truncate">{phone}</bdi>
    </>
  );
  const look = 'inline-flex min-h-6 items-center gap-1 tabular-nums max-md:text-xs';
  return href === null ? (
    <span className={look}>{content}</span>
  ) : (
    <a href={href} tabIndex={tabIndex} className={`${look} rounded hover:text-accent hover:underline`}>
      {content}
    </a>
  );
}

function MenuButton({ appointment, petName, tabIndex }: RowFacts) {
  const { openMenu } = useChanges();
  return (
    <IconButton
      label={t({
        message: `Actions for ${petName}`,
        comment: 'button: a menu of what can be done with an appointment',
      })}
      icon={Ellipsis}
      tabIndex={tabIndex}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenu(appointment, currentTarget)}
    />
  );
}
