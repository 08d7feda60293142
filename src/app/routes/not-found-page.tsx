import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTitle } from '#app/browser/use-title.ts';
import { PageState } from '#app/components/page-state.tsx';

/** Shown for an address without a screen. */
export function NotFoundPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useTitle(t`Not found`);
  return (
    <PageState title={t`This link leads nowhere`}>
      <p>
        <Trans>
          Frontdesk has no page <bdi className="break-all">{path}</bdi>. The link may be incomplete.
        </Trans>
      </p>
      <p className="mt-3">
        <Link to="/" className="inline-flex min-h-9 items-center font-medium text-accent underline">
          {t`Go to the board`}
        </Link>
      </p>
    </PageState>
  );
}
