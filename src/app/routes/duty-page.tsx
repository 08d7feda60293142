import { t } from '@lingui/core/macro';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { asksToWait } from '#app/api/api-error.ts';
import { useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { withUnsaved } from '#app/api/appointment-records.ts';
import { useDay } from '#app/api/appointments.ts';
import { type Plan, usePlan, useRetryPlan } from '#app/api/availability.ts';
import { visitName } from '#app/api/directory.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { useScreenSpace } from '#app/browser/screen-space.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { StoreMenu } from '#app/features/board/controls/board-header.tsx';
import { weekHeading } from '#app/features/board/controls/date-heading.ts';
import { DateNavigation } from '#app/features/board/controls/date-navigation.tsx';
import { DutyScreen } from '#app/features/duty/duty-screen.tsx';
import { distinctName } from '#app/features/duty/duty-text.ts';
import { dutyWeek } from '#app/features/duty/duty-week.ts';
import { LeftPeople } from '#app/features/duty/left-people.tsx';
import { DelayNotice } from '#app/features/patient/patient-card.tsx';
import { addDays, dayInterval, planZoneOf, weekStartOf, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { weeksToKnow } from '#app/scheduling/duty.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { chooseBoard } from '#app/session/board-choice.ts';
import { useLive } from '#app/session/live-state.ts';
import { NotFoundPage } from '#app/session/not-found-page.tsx';
import { readTabPreferences } from '#app/session/preferences.ts';
import { dayToLoad, storeDays } from '#app/session/shown-days.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';

const dutyApi = getRouteApi('/desk/duty');
const NO_PEOPLE: readonly ReceivedEmployee[] = [];
const NO_VISITS: readonly ReceivedAppointment[] = [];
const NO_ENTRIES: readonly ReceivedAvailability[] = [];
const WEEK = 7;

/** Who works when, where the practice system has it; elsewhere the address leads nowhere. */
export function DutyPage() {
  const { session } = useDesk();
  return session.capabilities.listAvailability ? <Week /> : <NotFoundPage />;
}

function Week() {
  const { company, fallbackZone } = useDesk();
  const search = dutyApi.useSearch();
  const navigate = useNavigate({ from: '/duty' });
  const changes = usePlanChanges();
  const retryPlan = useRetryPlan();
  const addresses = useAddresses();
  const now = useMinute();
  const space = useScreenSpace();
  const preferences = readTabPreferences(localStore, sessionStore);
  const choice = chooseBoard({
    search: { date: search.week, store: search.store },
    ...{ preferences, company, stores: company.stores, fallbackZone, space, now },
  });
  const { date, today, firstWeekday, storeChoice } = choice;
  const first = weekStartOf(date, firstWeekday);
  const storeKey = choice.stores.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which stores they are.
  const { stores, dates, span, zones } = useMemo(() => {
    const zoned = choice.stores.map((store) => ({ ...store, timeZone: zoneOfStore(store, fallbackZone) }));
    const days = zoned.flatMap((store) =>
      storeDays({ view: 'week', date: first, stores: [store], fallbackZone, firstWeekday }),
    );
    return {
      stores: zoned,
      dates: Array.from({ length: WEEK }, (_, day) => addDays(first, day)),
      span: dayToLoad(company, days),
      zones: [...new Set(zoned.map(({ timeZone }) => timeZone))],
    };
  }, [company, storeKey, first, firstWeekday, fallbackZone]);

  const mondaysOf = (from: string) => {
    const times = zones.map((zone) => ({
      start: dayInterval(zone, from).start,
      end: dayInterval(zone, addDays(from, WEEK - 1)).end,
    }));
    return [...new Set(times.flatMap((time) => weeksToKnow(zones, time)))];
  };
  const asked = { companyId: company.id, isThere: true };
  const { records: unsavedVisits } = useUnsavedChanges();
  const live = useLive();
  const plan = usePlan({ ...asked, mondays: mondaysOf(first), everyMs: live.everyMs });
  const before = usePlan({ ...asked, mondays: mondaysOf(addDays(first, -WEEK)) });

  const { query: visits, content } = useDay(span, { needed: true });
  const appointments = useMemo(
    () => (content ? withUnsaved(content.appointments, unsavedVisits, () => true) : NO_VISITS),
    [content, unsavedVisits],
  );

  const { employees } = useReference();
  const people = employees.data?.records ?? NO_PEOPLE;
  // What visits mark makes rows higher: they come with the plan, not below the pointer.
  const isReady = (employees.data !== undefined || employees.isError) && (visits.data !== undefined || visits.isError);
  const groups = useMemo(
    () =>
      plan.state === 'known' && isReady
        ? dutyWeek({ stores, dates, entries: plan.entries, employees: people, appointments, now })
        : [],
    [plan, isReady, stores, dates, people, appointments, now],
  );
  const petIds = useMemo(() => {
    const marked = groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.visits)));
    return new Set(marked.flatMap(({ petId }) => petId ?? []));
  }, [groups]);
  const pets = useNames(petQueries, company.id, petIds).found;

  const heading = weekHeading(first, firstWeekday, { length: 'short', today });
  useTitle(`${words.duty} · ${heading}`);
  const storeNames = company.stores.map(({ name }) => name);
  const zoneOf = (storeId: string | null) => planZoneOf(storeId, { company, fallbackZone });
  const go = (changed: { week?: string; store?: typeof storeChoice }) =>
    void navigate({ search: (was) => ({ ...was, ...changed }), replace: changed.week === undefined });
  const onDate = (week: string) => go({ week });
  const delays = [
    plan.state === 'loading' ? plan.delay : null,
    ...(isReady ? [] : [employees.failureReason, visits.failureReason].filter(asksToWait)),
  ];
  const visitsFailed =
    visits.isFetchNextPageError || (visits.isError && visits.data === undefined) || live.failures > 2;

  return (
    <DutyScreen
      controls={
        <>
          <DateNavigation {...{ date: first, today, firstWeekday, onDate }} week />
          <StoreMenu
            stores={company.stores}
            storeIds={stores.map(({ id }) => id)}
            onStores={(store) => go({ store })}
          />
        </>
      }
      {...{ heading, stores, dates, date, today, groups, before, changes, onDate }}
      plan={settled(plan, isReady)}
      employees={people}
      homeZone={zoneOf(null)}
      storeName={(id) => distinctName(company.stores.find((store) => store.id === id)?.name ?? '', storeNames)}
      delay={<DelayNotice delays={delays} />}
      visitsTrouble={
        visitsFailed ? (
          <ErrorMessage
            className="mx-3 mb-2 text-sm"
            onRetry={() => (visits.isFetchNextPageError ? void visits.fetchNextPage() : live.retry())}
          >
            {t`The appointments could not be loaded, so conflicts with time off are not marked.`}
          </ErrorMessage>
        ) : null
      }
      visit={(appointment) => {
        const zone = zoneOf(appointment.storeId);
        const time = { start: Date.parse(appointment.start), end: Date.parse(appointment.end) };
        return {
          text: factsText([intervalText(zone, time, 0), visitName(appointment, pets)]),
          address: addresses.appointment(appointment),
        };
      }}
      onRetry={retryPlan}
    >
      <LeftPeople
        companyId={company.id}
        employees={people}
        entries={plan.state === 'known' ? plan.entries : NO_ENTRIES}
        {...{ changes, zoneOf, now }}
      />
    </DutyScreen>
  );
}

const LOADING: Plan = { state: 'loading', delay: null };

/** Without the people there are no rows, and without the visits they are not yet as high as they will be. */
const settled = (plan: Plan, isReady: boolean) => (plan.state === 'known' && !isReady ? LOADING : plan);
