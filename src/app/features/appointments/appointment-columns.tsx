import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, ArrowUpDown, CircleAlert, Ellipsis, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import type { LongTableColumn } from '#app/components/long-table.tsx';
import { UnsavedIcon } from '#app/components/unsaved-icon.tsx';
import { texts } from '#app/text/shared-texts.ts';
import type { SearchOrder } from '#contract/appointment-search.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isDimmed } from '#scheduling/visit.ts';
import type { NamedAppointment } from './appointment-names.ts';

/** The content of a row of the list: names, texts and addresses for its cells. */
export interface AppointmentCells {
  appointment: ReceivedAppointment;
  names: NamedAppointment;
  /** The day of the appointment; empty in a list of a single day. */
  date: string;
  time: string;
  petName: string;
  /** The alerts of the pet and its client; empty if there are none. */
  alert: string;
  /** Says that the pet has died or is inactive; empty if neither is the case. */
  former: string;
  isUnsaved: boolean;
  /** Says how the appointment conflicts with the plan, such as that its vet is away; empty if it does not. */
  planConflict: string;
  /** The address of the list of all appointments that day with the first of these conflicts; null if there is none. */
  list: Address | null;
  /** Whether the client, including their phone number, is still loading. */
  isClientLoading: boolean;
  /** 0 while the row, and so its links, are in the tab order; otherwise -1. */
  tabIndex: 0 | -1;
  pet: Address | null;
  client: Address | null;
  status: ReactNode;
}

const whenText = () => t({ message: 'When', comment: 'Heading of a column: date and time of the appointment' });

const columns: readonly LongTableColumn<AppointmentCells>[] = [
  {
    id: 'when',
    heading: whenText,
    className: 'ps-3!',
    cell: (facts) => (
      <span>
        <DateAndTime {...facts} />
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
        {names.vets || texts.unassigned}
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
    cell: ({ names }) => <bdi title={names.store}>{names.storePart || names.store}</bdi>,
  },
  { id: 'status', heading: () => t`Status`, className: 'w-32', cell: ({ status }) => status },
  {
    id: 'actions',
    heading: () => <span className="sr-only">{t`Actions`}</span>,
    className: 'w-11 pe-3!',
    cell: (facts) => <MenuButton {...facts} />,
  },
];

export interface ColumnsInput {
  hasStores: boolean;
  /** Whether all appointments are on the same day, so that the rows show no date. */
  isOneDay: boolean;
  /** The current order of the list; null if the practice system cannot sort by time. */
  order: SearchOrder | null;
  onSort: (order: SearchOrder) => void;
}

const ariaSort = { start: 'ascending', '-start': 'descending', created: 'none' } as const;

/** The columns of a wide list. A list of a single day shows only the time. */
export function appointmentColumns({
  hasStores,
  isOneDay,
  order,
  onSort,
}: ColumnsInput): readonly LongTableColumn<AppointmentCells>[] {
  return columns.flatMap((column) => {
    if (column.id === 'store' && !hasStores) return [];
    if (column.id !== 'when') return column;
    return {
      ...column,
      className: `${column.className} ${isOneDay ? 'w-28' : 'w-48'}`,
      heading: () => (order === null ? whenText() : <TimeHeading order={order} onSort={onSort} />),
      sorted: ariaSort[order ?? 'created'],
    };
  });
}

/** The heading of the time column: a button that sorts the list by time, or reverses its order. */
function TimeHeading({ order, onSort }: { order: SearchOrder; onSort: (order: SearchOrder) => void }) {
  const next = order === 'start' ? '-start' : 'start';
  const Arrow = order === 'start' ? ArrowUp : order === '-start' ? ArrowDown : ArrowUpDown;
  return (
    <button
      type="button"
      title={next === 'start' ? t`Sort by time, earliest first` : t`Sort by time, latest first`}
      onClick={() => onSort(next)}
      className="-mx-1 flex min-h-6 items-center gap-1 rounded px-1 hover:bg-sunken"
    >
      {whenText()}
      <Arrow aria-hidden="true" size={13} />
    </button>
  );
}

/** The layout of a row on narrow screens. */
export function twoLineRow(facts: AppointmentCells) {
  const { names } = facts;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <span className="flex min-w-0 items-center gap-1.5 *:min-w-0 *:truncate">
        <span className="max-w-29 min-w-17 shrink-0 pe-0.5 text-xs">
          <DateAndTime {...facts} />
        </span>
        <PetCell {...facts} />
      </span>
      <span className="flex items-center justify-end gap-1">
        {facts.status}
        <MenuButton {...facts} />
      </span>
      <span className="truncate text-xs text-muted">
        <InlineTexts of={[names.clientName, names.type, names.vets || texts.unassigned, names.room]} />
      </span>
      <PhoneCell {...facts} />
    </div>
  );
}

/** The date and the time. If they do not fit on one line, they take two lines, so that neither is truncated. */
function DateAndTime({ date, time }: AppointmentCells) {
  return (
    <span className="block leading-4 whitespace-normal tabular-nums">
      {date === '' ? null : <span className="whitespace-nowrap">{date}</span>}{' '}
      <span className="inline-block">{time}</span>
    </span>
  );
}

function PetCell({
  petName,
  pet,
  alert,
  former,
  planConflict,
  list,
  isUnsaved,
  appointment,
  tabIndex,
}: AppointmentCells) {
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
      {list === null ? null : (
        <AppLink to={list} tabIndex={tabIndex} className="shrink-0 text-xs font-semibold text-danger hover:underline">
          {planConflict}
        </AppLink>
      )}
      {alert === '' ? null : (
        <span role="img" aria-label={alert} title={alert} className="shrink-0 text-warn">
          <CircleAlert aria-hidden="true" size={13} />
        </span>
      )}
      {isUnsaved ? <UnsavedIcon /> : null}
    </>
  );
}

/** A link to the page of a pet or a client, or just the name if there is no page; a dash while the name is empty. */
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
function PhoneCell({ names: { phone }, isClientLoading, tabIndex }: AppointmentCells) {
  if (phone === '') {
    return isClientLoading ? <span aria-hidden="true" className="h-3 w-20 animate-pulse rounded bg-sunken" /> : null;
  }
  return (
    <ContactLink
      icon={Phone}
      text={phone}
      href={phoneHref(phone)}
      tabIndex={tabIndex}
      className="tabular-nums max-md:text-xs md:[&>svg]:hidden"
    />
  );
}

function MenuButton({ appointment, petName, tabIndex }: AppointmentCells) {
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
