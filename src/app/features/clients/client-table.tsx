import { t } from '@lingui/core/macro';
import { CircleAlert, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useNextPage } from '#app/api/pages.ts';
import { failureKind } from '#app/api/use-failure.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import { Gap, NextPage, useLongTable } from '#app/components/long-table.tsx';
import { rememberOpened } from '#app/components/row-focus.ts';
import { formerText, isFormer } from '#app/text/pet-text.ts';
import type { ClientList, ClientRecord } from './client-list.ts';

/** The target of the skip link. */
export const CLIENTS_ID = 'clients';
/** Identifies the list for the router's scroll restoration; also used in `router.tsx`. */
const SCROLLER = 'clients';
/** Wide enough for rows of one line. */
const ONE_LINE = '(min-width: 48rem)';
const HEAD_HEIGHT = 32;

interface RowFacts {
  client: ClientRecord;
  /** `YYYY-MM-DD` */
  today: string;
  /** The links of a row are in the tab order only while the row is. */
  tabIndex: 0 | -1;
}

interface Column {
  id: string;
  heading: () => string;
  className: string;
  cell: (facts: RowFacts) => ReactNode;
}

const columns: readonly Column[] = [
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

/** The list of clients, with arrow-key navigation; a row opens the client's page. */
export function ClientTable({ list, today }: ClientTableProps) {
  const { query, records, isEndless } = list;
  const isWide = useMedia(ONE_LINE);
  const rowHeight = isWide ? 36 : 60;
  const hasMore = (query.hasNextPage && !list.isCut) || query.isPending || isEndless;
  const table = useLongTable({
    ...{ records, hasMore, rowHeight, scrollId: SCROLLER },
    headHeight: isWide ? HEAD_HEIGHT : 0,
  });
  const { scroller, focus } = table;
  useNextPage(query, list.isCurrent && !list.isCut && table.isNearEnd);
  const shown = columns.filter(({ id }) => id !== 'pets' || records.some(({ pets }) => pets !== null));
  const firstRow = isWide ? 2 : 1;
  const hasFailed = !query.isFetching && (query.isFetchNextPageError || isEndless);
  return (
    <div
      ref={scroller}
      id={CLIENTS_ID}
      tabIndex={-1}
      aria-busy={query.isFetching}
      data-scroll-restoration-id={SCROLLER}
      className={`relative min-h-0 grow scroll-pt-8 overflow-y-auto bg-surface text-[0.8125rem] outline-none max-md:text-sm [@media(height<26rem)]:h-52 [@media(height<26rem)]:shrink-0 ${list.isCurrent ? '' : 'opacity-60'}`}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be focused and opened, so it is a grid.
        role="grid"
        aria-label={t`Clients`}
        aria-rowcount={list.total === null ? -1 : list.total + firstRow - 1}
        onFocus={focus.onFocus}
        onKeyDown={focus.onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        {isWide ? (
          <thead className="sticky top-0 z-10 text-start text-xs font-semibold text-muted">
            <tr aria-rowindex={1} className="h-8 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface">
              {shown.map(({ id, heading, className }) => (
                <th key={id} scope="col" className={`px-1.5 text-start ${className}`}>
                  {heading()}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          <Gap height={table.above} />
          {table.indexes.map((index) => {
            const client = records[index];
            return client === undefined ? null : (
              <ClientRow
                key={client.id}
                {...{ client, today }}
                columns={isWide ? shown : null}
                rowIndex={index + firstRow}
                isTabStop={client.id === focus.tabStop}
              />
            );
          })}
          {table.isMoreShown ? (
            <tr aria-rowindex={records.length + firstRow} style={{ height: rowHeight }}>
              <td colSpan={shown.length} className="px-3">
                <NextPage
                  failed={hasFailed ? t`The next clients could not be loaded.` : null}
                  delay={failureKind(query.failureReason) === 'waiting' ? query.failureReason : null}
                  onRetry={() => {
                    // The button disappears, so the focus moves to the list.
                    scroller.current?.focus({ preventScroll: true });
                    if (isEndless) list.refresh();
                    else void query.fetchNextPage();
                  }}
                />
              </td>
            </tr>
          ) : null}
          <Gap height={table.below} />
        </tbody>
      </table>
    </div>
  );
}

interface ClientRowProps {
  client: ClientRecord;
  today: string;
  /** Null if the row has two lines. */
  columns: readonly Column[] | null;
  rowIndex: number;
  isTabStop: boolean;
}

function ClientRow({ client, today, columns: shown, rowIndex, isTabStop }: ClientRowProps) {
  const addresses = useAddresses();
  const open = () => {
    rememberOpened(client.id);
    addresses.client(client.id).go();
  };
  const facts: RowFacts = { client, today, tabIndex: isTabStop ? 0 : -1 };
  return (
    <tr
      data-row={client.id}
      aria-rowindex={rowIndex}
      tabIndex={facts.tabIndex}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest('a') === null) open();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open();
      }}
      className={`cursor-pointer hover:bg-accent-soft focus-visible:-outline-offset-2 [&>td]:border-b [&>td]:border-line/60 ${shown ? 'h-9' : 'h-15'} ${client.isActive ? '' : 'text-muted'}`}
    >
      {shown ? (
        shown.map(({ id, className, cell }) => (
          <td key={id} className={`px-1.5 py-0 ${className}`}>
            <div className="flex items-center gap-1.5">{cell(facts)}</div>
          </td>
        ))
      ) : (
        <td className="px-3 py-0.5">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <span className="flex min-w-0 items-center gap-1.5">
              <NameCell {...facts} />
            </span>
            <PhoneCell {...facts} />
            <span className="col-span-2 flex min-h-5 min-w-0 gap-1.5 text-xs">
              <PetsCell {...facts} />
            </span>
          </div>
        </td>
      )}
    </tr>
  );
}

function NameCell({ client, today, tabIndex }: RowFacts) {
  const addresses = useAddresses();
  const alert = client.alert?.trim() ?? '';
  const former = formerText(client, today);
  return (
    <>
      <AppLink
        to={addresses.client(client.id)}
        tabIndex={tabIndex}
        title={client.name}
        onClickCapture={() => rememberOpened(client.id)}
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

function PhoneCell({ client: { phone }, tabIndex }: RowFacts) {
  return phone === null ? null : (
    <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} tabIndex={tabIndex} className="tabular-nums" />
  );
}

/** The names of the pets; those of former days are muted, after the others. */
function PetsCell({ client: { pets }, today }: RowFacts) {
  if (pets === null) return null;
  if (pets.length === 0) return <span className="text-muted">{t`No pets`}</span>;
  const sorted = [...pets].sort((one, other) => Number(isFormer(one)) - Number(isFormer(other)));
  const text = (pet: (typeof pets)[number]) => [pet.name, formerText(pet, today)].filter(Boolean).join(', ');
  return (
    <span title={sorted.map(text).join(' · ')} className="min-w-0 truncate">
      {sorted.map((pet, index) => (
        <span key={pet.id} className={isFormer(pet) ? 'text-muted line-through decoration-1' : ''}>
          {index === 0 ? '' : ' · '}
          <bdi>{pet.name}</bdi>
        </span>
      ))}
    </span>
  );
}
