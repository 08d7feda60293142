import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { setupQueries } from '#app/api/desk-setup.ts';
import { Reason, useFailure } from '#app/api/failures.tsx';
import { localStore } from '#app/browser/storage.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { PageSkeleton } from '#app/components/page-skeleton.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSetUp } from '#contract/desk-setup.ts';
import { SetUpDone } from './set-up-done.tsx';
import { readSetupDraft } from './setup-draft.ts';
import { SetupForm } from './setup-form.tsx';
import { setupTitle } from './setup-values.ts';

interface SetupScreenProps {
  /** The code of the link that was followed; empty where it had none. */
  linkCode: string;
  /** A link to the board. */
  boardLink: (text: string) => ReactNode;
  /** Opens the board, with the form for a new appointment or without. */
  onBoard: (booking: boolean) => void;
}

/** Sets up a practice: what it consists of, with the code of the terminal, and then the keys of its people. */
export function SetupScreen({ linkCode, boardLink, onBoard }: SetupScreenProps) {
  useTitle(setupTitle());
  const api = useApi();
  const offer = useQuery(setupQueries.offer(api));
  const failure = useFailure(offer);
  const [draft] = useState(() => readSetupDraft(localStore));
  const [done, setDone] = useState<{ practice: string; people: DeskSetUp['people'] } | null>(null);

  if (done) return <SetUpDone {...done} onBoard={onBoard} />;
  if (!offer.data) {
    return failure === null ? (
      <PageSkeleton>
        <p role="status" className="sr-only">
          {words.loading}
        </p>
      </PageSkeleton>
    ) : (
      <PageState title={t`Could not find out what can be set up`} onRetry={() => void offer.refetch()}>
        <p role="alert">
          <Reason error={failure} />
        </p>
      </PageState>
    );
  }
  // What became of a practice that was sent is found out by sending it again.
  if (offer.data.setUp === null && !draft.open) {
    return (
      <PageState title={t`There is nothing to set up`}>
        <p>
          {linkCode === ''
            ? t`Frontdesk is set up already. Whoever manages the practice can change it from within.`
            : t`This link was for setting up a practice, and that has been done. It is of no more use.`}
        </p>
        <p className="mt-3">{boardLink(t`Go to the calendar`)}</p>
      </PageState>
    );
  }
  return (
    <SetupForm
      draft={draft}
      offer={offer.data}
      linkCode={linkCode}
      boardLink={boardLink}
      onWrongCode={() => void offer.refetch()}
      onDone={(practice, { people }) => setDone({ practice, people })}
    />
  );
}
