import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useTitle } from '#app/browser/use-title.ts';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { CalendarLink } from './links.tsx';

/** Shown for a URL without a page, and in place of a page that the person may not see. */
export function NotFoundPage() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useTitle(t`Page not found`);
  return (
    <>
      <PageHeader />
      <EmptyState isPage title={t`Page not found`}>
        <p>
          <Trans>
            Frontdesk has no page <bdi className="break-all">{path}</bdi>. The link may be incomplete.
          </Trans>
        </p>
        <p className="mt-3">
          <CalendarLink />
        </p>
      </EmptyState>
    </>
  );
}
