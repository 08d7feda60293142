import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { asApiError } from '#app/api/api-error.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import type { DeskCompany } from '#app/api/directory.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { localStore } from '#app/browser/storage.ts';
import { PageState } from '#app/components/page-state.tsx';
import { SignInForm } from '#app/features/session/sign-in-form.tsx';
import { companyOf } from '#app/routes/board-choice.ts';
import { readRemembered } from '#app/routes/remembered.ts';
import type { DeskSession } from '#contract/desk.ts';

/** Where a screen is shown: who is at the desk, and of which company. */
export interface Desk {
  session: DeskSession;
  company: DeskCompany;
}

interface AtCompanyProps {
  /** The company that the address names. */
  companyId: string | undefined;
  children: (desk: Desk) => ReactNode;
}

/** A screen other than the board, once it is known who is at the desk and of which company; it is made anew for others. */
export function AtCompany({ companyId, children }: AtCompanyProps) {
  const api = useApi();
  const session = useQuery(sessionQueries.current(api));
  const companies = useQuery({ ...companyQueries.list(api), enabled: session.data?.signedIn === true });
  if (session.data?.signedIn === false) return <SignInForm />;
  const failed = session.isError ? session : companies.isError ? companies : null;
  if (failed && !companies.data) {
    return (
      <PageState title="The practice could not be loaded" onRetry={() => void failed.refetch()}>
        {asApiError(failed.error)?.suggestion ?? 'The practice system did not answer.'}
      </PageState>
    );
  }
  if (!session.data || !companies.data) return <main aria-busy="true" className="h-full bg-ground" />;
  const company = companyOf(companies.data.records, { company: companyId }, readRemembered(localStore));
  if (!company) {
    return (
      <PageState title="No company in reach" onRetry={() => void companies.refetch()}>
        The key of this desk reaches no company. A practice administrator can change what its employee belongs to.
      </PageState>
    );
  }
  const desk = { session: session.data, company };
  return <Fragment key={`${session.data.person} ${company.id}`}>{children(desk)}</Fragment>;
}
