import { t } from '@lingui/core/macro';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { DelayNotice } from '#app/days/delay-notice.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { RecordForm } from '#app/editor/record-form.tsx';
import type { RecordFormOptions } from '#app/editor/use-record-form.ts';
import { unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointmentsTakingPlace } from '#scheduling/pet-appointments.ts';
import { LoadingContent } from './loading-content.tsx';
import type { LoadState, usePatientAppointments } from './use-records.ts';

interface RecordPageProps {
  /**
   * Determines the title of the browser tab, which does not name the pet or client, since titles are visible to others
   * in tabs and in the history.
   */
  kind: 'pet' | 'client';
  title: string;
  /** Shown below the title, such as the species, breed and age of a pet. */
  detail?: string;
  /** The loading states of the page's data. If one is delayed, a notice says so. */
  loads?: readonly LoadState[];
  /** The buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The page of a pet or a client. */
export function RecordPage({ kind, title, detail = '', loads = [], actions, children }: RecordPageProps) {
  useTitle(kind === 'pet' ? t`Pet` : t`Client`);
  return (
    <>
      <PageHeader>
        <AppLink
          to={useAddresses().clients()}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 text-base font-semibold hover:bg-sunken"
        >
          <ArrowLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
          {t`Clients`}
        </AppLink>
      </PageHeader>
      <main className="min-h-0 grow overflow-y-auto text-sm">
        <div className="mx-auto flex w-full max-w-5xl flex-col gap-3 px-3 pt-1 pb-8">
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h1 className="text-2xl font-semibold break-words" dir="auto">
                {title}
              </h1>
              {detail === '' ? null : <p className="text-muted">{detail}</p>}
            </div>
            <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>
          </div>
          <DelayNotice delays={loads.map(({ delay }) => delay)} />
          {children}
        </div>
      </main>
    </>
  );
}

/** A section of the page with its own heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface px-3 py-2">
      <h2 className="text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  );
}

/** A card around a form on the page. */
export function FormCard({ children }: { children: ReactNode }) {
  return <div className="max-w-2xl rounded-lg border border-accent bg-surface px-4 py-3">{children}</div>;
}

/** The open form of the page, which edits its record or adds one to it; nothing while no form is open. */
export function EditForm<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  options: RecordFormOptions<Item, Name, Reference>,
) {
  const { kind, item, id } = options;
  return useEditor().edit === id ? (
    <FormCard>
      <h2 className="pb-2 text-base font-semibold break-words" dir="auto">
        {item ? kind.title(item) : kind.create?.label()}
      </h2>
      <RecordForm {...options} />
    </FormCard>
  ) : null;
}

interface RowListProps {
  title: string;
  /** Shown if there are no rows. */
  empty: string;
  children: readonly ReactNode[];
}

/** A list of rows under a heading, or a text if there are none. */
export function RowList({ title, empty, children }: RowListProps) {
  return (
    <section aria-label={title}>
      <h2 className="pb-1 text-base font-semibold">{title}</h2>
      {children.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="rounded-lg border border-line bg-surface">{children}</ul>
      )}
    </section>
  );
}

interface AppointmentListsProps {
  appointments: ReturnType<typeof usePatientAppointments>;
  coming: readonly ReceivedAppointment[];
  past: readonly ReceivedAppointment[];
  /** Whether to omit an empty list of next appointments, because the page already says that nothing is booked. */
  hidesEmptyNextList?: boolean;
  row: (appointment: ReceivedAppointment) => ReactNode;
}

/** Two lists: the next appointments and the past ones. */
export function AppointmentLists({
  appointments,
  coming,
  past,
  hidesEmptyNextList: isEmptyNextHidden = false,
  row,
}: AppointmentListsProps) {
  const { whole } = appointments;
  const next = appointmentsTakingPlace(coming);
  const cancelled = coming.filter((one) => !next.includes(one)).reverse();
  return (
    <LoadingContent of={appointments} waiting={null} failed={texts.appointmentsNotLoaded}>
      {isEmptyNextHidden && next.length === 0 ? null : (
        <RowList title={texts.nextAppointments} empty={whole ? texts.nothingBooked : texts.noneFound}>
          {next.map(row)}
        </RowList>
      )}
      {cancelled.length > 0 ? (
        <RowList title={t`Cancelled upcoming appointments`} empty="">
          {cancelled.map(row)}
        </RowList>
      ) : null}
      <RowList title={texts.pastAppointments} empty={whole ? texts.noneYet : texts.noneFound}>
        {past.map(row)}
      </RowList>
      <MissingAppointmentsNotice appointments={appointments} />
    </LoadingContent>
  );
}

/** Says which appointments are not loaded or could not be read, with a button to load more. */
function MissingAppointmentsNotice({ appointments }: { appointments: ReturnType<typeof usePatientAppointments> }) {
  const { unreadable, whole, hasMore, loadingMore, moreFailed, loadMore } = appointments;
  return (
    <>
      {unreadable > 0 ? <p className="text-muted">{unreadableRecordsText(unreadable)}</p> : null}
      {whole ? null : (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {t`Only the most recently booked appointments were loaded. There may be more.`}
          {hasMore ? (
            <Button compact disabled={loadingMore} onClick={loadMore}>
              {loadingMore ? texts.loading : moreFailed ? texts.tryAgain : t`Show more`}
            </Button>
          ) : null}
        </p>
      )}
    </>
  );
}
