import { t } from '@lingui/core/macro';
import { CircleAlert, Mail, Phone } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import { LongTable, type LongTableColumn, LongTableRow } from '#app/components/long-table.tsx';
import { deadOrInactiveText, isDeadOrInactive } from '#app/text/pet-text.ts';
import type { ClientList, ClientRecord } from './client-list.ts';

/** The target of the skip link; also identifies the list for the router's scroll restoration, in `router.tsx`. */
export const CLIENT_LIST_ID = 'clients';

interface ClientRowProps {
  client: ClientRecord;
  /** `YYYY-MM-DD` */
  today: string;
  /** 0 if the links of the row are in the tab order, which they are only while the row itself is. */
  tabIndex: 0 | -1;
}

const columns: readonly LongTableColumn<ClientRowProps>[] = [
  { id: 'client', heading: () => t`Client`, className: 'ps-3!', cell: (facts) => <NameCell {...facts} /> },
  { id: 'phone', heading: () => t`Phone`, className: 'w-44', cell: (facts) => <PhoneCell {...facts} /> },
  {
    id: 'email',
    heading: () => t`E-mail`,
    className: 'w-72 max-lg:hidden',
    cell: ({ client: { email }, tabIndex }) =>
      email === null ? null : (
        <ContactLink
          icon={Mail}
          text={email}
          href={emailHref(email)}
          tabIndex={tabIndex}
          className="[&>bdi]:truncate"
        />
      ),
  },
  { id: 'pets', heading: () => t`Pets`, className: 'w-1/4 pe-3!', cell: (facts) => <PetsCell {...facts} /> },
];

interface ClientTableProps {
  list: ClientList;
  /** `YYYY-MM-DD` */
  today: string;
}

/** The list of clients; a row opens the client's page. */
export function ClientTable({ list, today }: ClientTableProps) {
  const addresses = useAddresses();
  const { records } = list;
  return (
    <LongTable
      id={CLIENT_LIST_ID}
      label={t`Clients`}
      list={list}
      columns={columns.filter(({ id }) => id !== 'pets' || records.some(({ pets }) => pets !== null))}
      failed={t`The next clients couldn’t be loaded.`}
    >
      {(rows) =>
        rows.map(({ record: client, place }) => (
          <LongTableRow
            key={client.id}
            id={client.id}
            place={place}
            facts={{ client, today, tabIndex: place.tabIndex }}
            twoLines={renderTwoLineRow}
            isMuted={!client.isActive}
            onOpen={() => addresses.client(client.id).go()}
          />
        ))
      }
    </LongTable>
  );
}

/** The layout of a row on narrow screens. */
function renderTwoLineRow(facts: ClientRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <span className="flex min-w-0 items-center gap-1.5">
        <NameCell {...facts} />
      </span>
      <PhoneCell {...facts} />
      <span className="col-span-2 flex min-h-5 min-w-0 gap-1.5 text-xs">
        <PetsCell {...facts} />
      </span>
    </div>
  );
}

function NameCell({ client, today, tabIndex }: ClientRowProps) {
  const addresses = useAddresses();
  const alert = client.alert?.trim() ?? '';
  const former = deadOrInactiveText(client, today);
  return (
    <>
      <AppLink
        to={addresses.client(client.id)}
        tabIndex={tabIndex}
        title={client.name}
        className="block min-w-6 shrink-0 truncate leading-6 font-medium max-w-full"
      >
        <bdi>{client.name || t`No name`}</bdi>
      </AppLink>
      {former === '' ? null : <span className="shrink-0 text-xs text-muted">{former}</span>}
      {alert === '' ? null : (
        <span title={alert} className="flex min-w-4 items-center gap-1 text-xs font-semibold text-danger">
          <CircleAlert aria-hidden="true" size={13} className="shrink-0" />
          <bdi className="truncate">{alert}</bdi>
        </span>
      )}
    </>
  );
}

function PhoneCell({ client: { phone }, tabIndex }: ClientRowProps) {
  return phone === null ? null : (
    <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} tabIndex={tabIndex} className="tabular-nums" />
  );
}

/** The names of the pets; inactive pets and pets that have died are muted, after the others. */
function PetsCell({ client: { pets }, today }: ClientRowProps) {
  if (pets === null) return null;
  if (pets.length === 0) return <span className="text-muted">{t`No pets`}</span>;
  const sorted = [...pets].sort((one, other) => Number(isDeadOrInactive(one)) - Number(isDeadOrInactive(other)));
  const text = (pet: (typeof pets)[number]) => [pet.name, deadOrInactiveText(pet, today)].filter(Boolean).join(', ');
  return (
    <span title={sorted.map(text).join(' · ')} className="min-w-0 truncate">
      {sorted.map((pet, index) => (
        <span key={pet.id} className={isDeadOrInactive(pet) ? 'text-muted line-through decoration-1' : ''}>
          {index === 0 ? '' : ' · '}
          <bdi>{pet.name}</bdi>
        </span>
      ))}
    </span>
  );
}
