import { Link, useRouterState } from '@tanstack/react-router';
import { useTitle } from '#app/browser/use-title.ts';
import { PageState } from '#app/components/page-state.tsx';

/** An address that no screen has. */
export function Nowhere() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useTitle('Not found');
  return (
    <PageState title="This link leads nowhere">
      <p>
        Frontdesk has no page <bdi className="break-all">{path}</bdi>. The link may be incomplete.
      </p>
      <p className="mt-3">
        <Link to="/" className="inline-flex min-h-9 items-center font-medium text-accent underline">
          Go to the board
        </Link>
      </p>
    </PageState>
  );
}
