import { plural, t } from '@lingui/core/macro';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useClientsById } from '#app/api/clients.ts';
import { clientIdOf, type Directory, hasPetDied } from '#app/api/directory.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { localStore } from '#app/browser/storage.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { Outline } from '#app/components/outline.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { PAST_DAYS, useRequests } from '#app/days/requests.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { Reason } from '#app/text/failures.tsx';
import { unreadableText } from '#app/text/pet-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { dayText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { addDays, dateIn, dayInterval, zoneOf } from '#scheduling/calendar-day.ts';
import { nextOpenDate } from '#scheduling/opening-hours.ts';
import { type RequestAnswer, useAnswers } from './answers.ts';
import { RequestDay } from './request-day.tsx';
import { useAnswered } from './use-answered.ts';
import { LIST_ID, requestAt, useRequestFocus } from './use-request-focus.ts';

/** All upcoming requests, soonest first. Each can be confirmed, rescheduled or declined with a single key. */
export function RequestsPage() {
  useTitle(words.requests);
  const { company } = useDesk();
  const { query, now, coming, passed, isLoaded, isCut, unreadable, firstDay } = useRequests();
  const { requests, isOpen, keep, handlers } = useAnswered(company.id, coming);
  const { found: pets } = useNames(petQueries, company.id, new Set(requests.flatMap(({ petId }) => petId ?? [])));
  const { directory, statuses, origins } = useReference(pets);
  const { clients } = useClientsById(
    company.id,
    requests.flatMap((request) => clientIdOf(request, directory) ?? []),
  );
  const addresses = useAddresses();
  const answers = useAnswers(statuses);
  const hasKeys = readPreferences(localStore).letterKeys;
  const today = dateIn(directory.fallbackZone, now);
  const days = new Map<string, ReceivedAppointment[]>();
  for (const request of requests) {
    const date = dateIn(zoneOf(request, directory), Date.parse(request.start));
    days.set(date, [...(days.get(date) ?? []), request]);
  }
  function answersOf(request: ReceivedAppointment) {
    if (request.updatedAt === null) return [];
    // A pet that died will not come.
    return hasPetDied(request, directory) ? answers.filter(({ id }) => id !== 'confirm') : answers;
  }
  const focus = useRequestFocus(
    requests.map(({ id }) => id),
    coming.map(({ id }) => id),
  );
  const byKey = (answerId: RequestAnswer['id']) => (target: EventTarget | null) => {
    const request = coming.find(({ id }) => id === requestAt(target));
    const answer = request && answersOf(request).find(({ id }) => id === answerId);
    if (answer) give(answer, request);
    return answer !== undefined;
  };
  useKeys({ confirm: byKey('confirm'), reschedule: byKey('reschedule'), decline: byKey('decline') });
  function give(answer: RequestAnswer, request: ReceivedAppointment) {
    answer.onAnswer(request);
    if (answer.status === null) return;
    keep(request, answer.status);
    focus.onAnswered(request.id);
  }
  const callTomorrow = addresses.appointments({ when: 'call' });
  return (
    <>
      <PageHeader title={words.requests} />
      <main className="flex min-h-0 grow flex-col" {...handlers}>
        <SkipLink to={LIST_ID}>{t`Skip to list`}</SkipLink>
        <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-3 py-1 text-sm">
          <p aria-live="polite" className="font-medium tabular-nums">
            {isLoaded ? countText(coming.length) : query.isError ? '' : words.loading}
          </p>
          {passed.length > 0 ? (
            <AppLink
              to={addresses.appointments({ from: firstDay, to: today, status: ['requested'] })}
              className="text-muted underline"
            >
              {passedText(passed.length)}
            </AppLink>
          ) : null}
          {isCut ? (
            <p className="text-warn">{t`Only the newest requests are shown because there are too many to load.`}</p>
          ) : null}
          {unreadable > 0 ? <p className="text-warn">{unreadableText(unreadable)}</p> : null}
          <AppLink to={callTomorrow} className="ms-auto leading-6 text-accent">
            {callsText(directory, today)}
          </AppLink>
        </div>
        <div
          id={LIST_ID}
          tabIndex={-1}
          aria-busy={!isLoaded && !query.isError}
          className="min-h-0 grow overflow-y-auto pb-24 outline-none"
          {...focus.handlers}
        >
          {query.isError && !isLoaded ? (
            <ErrorMessage className="p-6 text-sm" onRetry={() => void query.refetch()}>
              {t`The requests couldn’t be loaded.`} <Reason error={query.error} />
            </ErrorMessage>
          ) : null}
          {isLoaded || query.isError ? null : <Outline />}
          {[...days].map(([date, ofDay]) => (
            <RequestDay
              key={date}
              requests={ofDay}
              {...{ date, today, directory, origins, statuses, clients, hasKeys, now, isOpen, answersOf }}
              onAnswer={give}
              current={focus.current}
            />
          ))}
          {isLoaded && coming.length === 0 ? (
            <div className="flex flex-col items-center gap-2 p-12 text-center text-sm text-muted">
              <h2 className="text-base font-semibold text-ink">{t`All requests answered`}</h2>
              <p>{t`New requests appear here as soon as they come in.`}</p>
            </div>
          ) : null}
        </div>
      </main>
    </>
  );
}

/** Names the next open day, with which the call list begins: `To call for tomorrow`, `To call for Mon, Nov 30`. */
function callsText({ company, fallbackZone }: Directory, today: string): string {
  const next = nextOpenDate(company.stores, today);
  if (next === addDays(today, 1)) return t`To call for tomorrow`;
  const day = dayText(fallbackZone, dayInterval(fallbackZone, next).start);
  return t({ message: `To call for ${day}`, comment: 'a link to the list of clients to be called before a day' });
}

const countText = (count: number) => plural(count, { one: '# request', other: '# requests' });

const passedText = (count: number) =>
  t({
    message: `${plural(count, { one: '# request', other: '# requests' })} of the last ${PAST_DAYS} days passed without an answer`,
    comment: 'leads to these appointments',
  });
