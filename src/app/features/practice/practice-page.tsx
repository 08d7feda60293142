import { t } from '@lingui/core/macro';
import { getRouteApi, useBlocker, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CalendarLink } from '#app/addresses/links.tsx';
import { NotFoundPage } from '#app/addresses/not-found-page.tsx';
import type { Address } from '#app/components/app-link.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { offeredParts, type PracticePart } from '#app/session/practice-parts.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { stringifySearchParams } from '#app/text/search-params.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { PracticeScreen } from './practice-screen.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry was added by opening a form, so that closing it goes back. */
    isForm?: boolean;
  }
}

const practiceApi = getRouteApi('/desk/practice');

/** The practice screen, for people who can manage the practice; for everybody else the page does not exist. */
export function PracticePage() {
  const { session } = useDesk();
  const parts = offeredParts(session);
  const [wasManager, setWasManager] = useState(false);
  if (parts.length > 0 && !wasManager) setWasManager(true);
  if (parts.length > 0) return <Parts parts={parts} />;
  return wasManager ? <NoLongerManager /> : <NotFoundPage />;
}

/** Shown to a person who has just lost the permission to manage, whether by a colleague's change or their own. */
function NoLongerManager() {
  return (
    <>
      <PageHeader />
      <PageState title={t`You no longer manage this practice`}>
        <p>{t`Your saved changes are kept. A manager can give you access again.`}</p>
        <p className="mt-3">
          <CalendarLink />
        </p>
      </PageState>
    </>
  );
}

/** The screen of the practice with its address. */
function Parts({ parts }: { parts: readonly PracticePart[] }) {
  const { company, fallbackZone } = useDesk();
  const search = practiceApi.useSearch();
  const navigate = useNavigate();
  const { history } = useRouter();
  const isForm = useLocation({ select: ({ state }) => state.isForm === true });
  const [isLeavingBlocked, setLeavingBlocked] = useState(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) => isLeavingBlocked && current.pathname !== next.pathname,
    enableBeforeUnload: isLeavingBlocked,
  });
  const part = parts.find((one) => one === search.part) ?? parts[0] ?? 'practice';
  const edit = search.edit ?? null;

  const onEdit = (id: string | null) => {
    // Close a form that was opened here by going back, so that the list is not in the history twice.
    if (id === null && isForm) return history.back();
    void navigate({
      to: '/practice',
      search: (before) => ({ ...before, edit: id ?? undefined }),
      replace: edit !== null,
      state: { isForm: id !== null && (isForm || edit === null) },
    });
  };

  function partAddress(to: PracticePart): Address {
    const target = { company: company.id, part: to };
    return {
      href: `/practice${stringifySearchParams(target)}`,
      go: () => void navigate({ to: '/practice', search: target }),
    };
  }

  function appointmentsOfRoom(roomId: string): Address {
    const target = { company: company.id, room: [roomId], from: dateIn(fallbackZone, Date.now()) };
    return {
      href: `/appointments${stringifySearchParams(target)}`,
      go: () => void navigate({ to: '/appointments', search: target }),
    };
  }

  return (
    <PracticeScreen
      key={company.id}
      {...{ parts, part, edit, partAddress, onEdit, appointmentsOfRoom }}
      onHold={setLeavingBlocked}
    />
  );
}
