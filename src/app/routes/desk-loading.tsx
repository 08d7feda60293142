import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { asApiError, failureKind } from '#app/api/api-error.ts';
import { companyQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import { useLastError } from '#app/api/use-failure.ts';
import { useCountdown } from '#app/browser/use-now.ts';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageSkeleton } from '#app/components/page-skeleton.tsx';
import { Frame } from '#app/features/frame/frame.tsx';
import { ScreenError } from '#app/routes/root.tsx';
import { keyRejectedTexts, retryAfterOf, systemBusyText } from '#app/text/error-texts.tsx';
import { texts } from '#app/text/shared-texts.ts';

/** The query that every screen waits for: the session or, once someone is signed in, the companies. */
function usePendingQuery() {
  const api = useApi();
  const session = useQuery({ ...sessionQueries.current(api), retryOnMount: false });
  const signedIn = session.data?.signedIn === true;
  const companies = useQuery({ ...companyQueries.list(api), retryOnMount: false, enabled: signedIn });
  return signedIn ? companies : session;
}

/** Shown until session and companies are loaded: a skeleton of the screen and, after a while, what is still loading. */
export function LoadingDesk() {
  const { failureReason } = usePendingQuery();
  return (
    <Frame>
      <PageSkeleton>
        <LoadingNotice reason={failureReason} />
      </PageSkeleton>
    </Frame>
  );
}

/**
 * Announces that the app is loading: at once if the practice system accepts no requests, otherwise only after a while.
 */
function LoadingNotice({ reason }: { reason: unknown }) {
  const waiting = failureKind(reason) === 'waiting';
  const seconds = useCountdown(retryAfterOf(reason), reason);
  return (
    <div
      className={`fixed inset-x-0 top-1/3 mx-auto w-fit max-w-[90vw] rounded-lg border border-line bg-raised px-5 py-4 text-center text-sm shadow-raised ${waiting ? '' : 'appear-late [animation-delay:2s]'}`}
    >
      <p>
        <span role="status" className="sr-only">
          {texts.waiting}
        </span>
        <strong className="font-semibold">{waiting ? systemBusyText(seconds) : texts.waiting}</strong>
      </p>
      <p className="mt-1 text-muted">{t`This page will continue automatically.`}</p>
    </div>
  );
}

/** Shown if session or companies could not be loaded, until a periodic retry succeeds. */
export function DeskLoadError({ error, ...props }: ErrorComponentProps) {
  if (asApiError(error) === null) return <ScreenError error={error} {...props} />;
  return <DeskRetry first={error} />;
}

function DeskRetry({ first }: { first: unknown }) {
  const router = useRouter();
  const loading = usePendingQuery();
  const { isSuccess, failureReason, refetch } = loading;
  const error = useLastError(loading, '') ?? first;
  useEffect(() => {
    if (isSuccess) void router.invalidate();
  }, [isSuccess, router]);

  if (failureKind(failureReason) === 'waiting') return <LoadingDesk />;
  const title = failureKind(error) === 'refused' ? keyRejectedTexts(error).title : t`The practice couldn’t be loaded`;
  return (
    <Frame>
      <EmptyState isPage title={title} error={error} onRetry={() => void refetch()} />
    </Frame>
  );
}
