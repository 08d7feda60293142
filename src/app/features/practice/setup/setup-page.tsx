import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useState } from 'react';
import { CalendarLink } from '#app/addresses/links.tsx';
import { useApi } from '#app/api/api-client.ts';
import { setupQueries } from '#app/api/desk-setup.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { localStore } from '#app/browser/storage.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { EmptyState } from '#app/components/empty-state.tsx';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { PageSkeleton } from '#app/components/page-skeleton.tsx';
import { readFirstWeekday } from '#app/session/preferences.ts';
import { texts } from '#app/text/shared-texts.ts';
import { FinishedSetup } from './finished-setup.tsx';
import { readSetupDraft } from './setup-draft.ts';
import { setupTitle } from './setup-fields.tsx';
import { SetupForm } from './setup-form.tsx';

/** The page on which a practice is set up. The code of its link is removed from the URL, which others may see. */
export function SetupPage() {
  useTitle(setupTitle());
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [code, setCode] = useState(hash);
  if (hash !== '' && hash !== code) setCode(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/setup', hash: '', replace: true });
  }, [hash, navigate]);
  return (
    <FirstWeekdayContext value={readFirstWeekday}>
      <SetupSteps linkCode={decodeCode(code)} />
    </FirstWeekdayContext>
  );
}

/** Decodes the code from the link. A link that was cut off may be escaped incorrectly; its code is used as it is. */
function decodeCode(code: string): string {
  try {
    return decodeURIComponent(code).trim();
  } catch {
    return code;
  }
}

/**
 * The steps of the set-up: first a form for the practice and the setup code, then the keys of its people. `linkCode` is the
 * code from the link; empty if there is none.
 */
function SetupSteps({ linkCode }: { linkCode: string }) {
  const api = useApi();
  const offer = useQuery(setupQueries.offer(api));
  const failure = useFailure(offer);
  const [draft] = useState(() => readSetupDraft(localStore));
  const [done, setDone] = useState<ComponentProps<typeof FinishedSetup> | null>(null);

  if (done) return <FinishedSetup {...done} />;
  if (!offer.data) {
    return failure === null ? (
      <PageSkeleton>
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
      </PageSkeleton>
    ) : (
      <EmptyState
        isPage
        title={t`Couldn’t check what can be set up`}
        error={failure}
        onRetry={() => void offer.refetch()}
      />
    );
  }
  // If an earlier attempt has an unknown outcome, the form stays, since sending it again reveals the outcome.
  if (offer.data.setUp === null && !draft.isOutcomeUnknown) {
    return (
      <EmptyState isPage title={t`There is nothing to set up`}>
        <p>
          {linkCode === ''
            ? t`Frontdesk is already set up. A manager can change the practice in the app.`
            : t`This link is no longer valid because the practice has already been set up.`}
        </p>
        <p className="mt-3">
          <CalendarLink />
        </p>
      </EmptyState>
    );
  }
  return (
    <SetupForm
      draft={draft}
      offer={offer.data}
      linkCode={linkCode}
      onWrongCode={() => void offer.refetch()}
      onDone={(practice, { people, session: { addresses } }) => setDone({ practice, people, addresses })}
    />
  );
}
