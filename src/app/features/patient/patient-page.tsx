import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { errorIdOf, failureKind, Reason, refusalText } from '#app/api/failures.tsx';
import { useTitle } from '#app/browser/use-title.ts';
import { Button } from '#app/components/button.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { DelayNotice } from '#app/session/delay-notice.tsx';
import { unreadableText } from '#app/text/pet-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { useAppointmentsOf } from './use-patient.ts';

interface PatientPageProps {
  /** What the browser keeps of the page, without a name: its history and its lists of tabs are there for everybody. */
  kind: 'pet' | 'client';
  title: string;
  /** Below the title: species, breed and age. */
  detail?: string;
  /** Errors after which loading is delayed; null for none. */
  delays?: readonly unknown[];
  /** The buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The page of a pet or a client. */
export function PatientPage({ kind, title, detail = '', delays = [], actions, children }: PatientPageProps) {
  const kindText = kind === 'pet' ? t`Pet` : t`Client`;
  useTitle(kindText);
  return (
    <>
      <PageHeader>
        <p className="text-base font-semibold">{kindText}</p>
      </PageHeader>
      <main className="min-h-0 grow overflow-y-auto text-sm">
        <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-3 pt-1 pb-8">
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h1 className="text-2xl font-semibold break-words" dir="auto">
                {title}
              </h1>
              {detail === '' ? null : <p className="text-muted">{detail}</p>}
            </div>
            {actions}
          </div>
          <DelayNotice delays={delays} />
          {children}
        </div>
      </main>
    </>
  );
}

/** A part of the page with a heading of its own. */
export function Card({ title, children, className = '' }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section aria-label={title} className={`rounded-lg border border-line bg-surface px-4 py-3 ${className}`}>
      <h2 className="text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  );
}

/** A list of visits under a heading; `empty` is shown where there is none. */
export function VisitList({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section aria-label={title}>
      <h2 className="pb-1.5 text-base font-semibold">{title}</h2>
      {children.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="rounded-lg border border-line bg-surface">{children}</ul>
      )}
    </section>
  );
}

/** Shown where something could not be loaded. */
export function LoadError({ error, onRetry, children }: { error: unknown; onRetry: () => void; children: ReactNode }) {
  const refused = failureKind(error) === 'refused';
  return (
    <ErrorMessage look="warning" errorId={errorIdOf(error)} onRetry={onRetry}>
      <p className="min-w-0 grow">
        {children} {refused ? refusalText(error).advice : <Reason error={error} />}
      </p>
    </ErrorMessage>
  );
}

/** Says which visits are not loaded or could not be read, with a button to load more. */
export function IncompleteNotice({ visits }: { visits: ReturnType<typeof useAppointmentsOf> }) {
  const { unreadable, whole, hasMore, loadingMore, moreFailed, loadMore } = visits;
  return (
    <>
      {unreadable > 0 ? <p className="text-muted">{unreadableText(unreadable)}</p> : null}
      {whole ? null : (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {t`Only the latest bookings were read; there may be more visits.`}
          {hasMore ? (
            <Button compact disabled={loadingMore} onClick={loadMore}>
              {loadingMore ? words.loading : moreFailed ? words.tryAgain : t`Show more`}
            </Button>
          ) : null}
        </p>
      )}
    </>
  );
}
