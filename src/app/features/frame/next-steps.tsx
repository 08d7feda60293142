import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { setupQueries } from '#app/api/desk-setup.ts';
import { messageQueries } from '#app/api/messages.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { localStore } from '#app/browser/storage.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { Popover } from '#app/components/popover.tsx';
import { usePlan } from '#app/days/availability.ts';
import { defaultRooms, defaultVisitTypes } from '#app/session/default-practice.ts';
import { findAllowedParts, type PracticePart } from '#app/session/practice-parts.ts';
import { readPreferences, savePreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { calls } from '#contract/calls.ts';
import { weeksToLoad } from '#scheduling/plan.ts';
import { FRAME_ITEM_CLASS, MORE_ITEM_CLASS } from './frame-pages.tsx';

interface NextStep {
  text: string;
  /**
   * The part of the practice screen in which the step is taken; null for planning shifts, which has a page of its own.
   */
  part: PracticePart | null;
  isDone: boolean;
}

/** The media query for screens that are wide enough for the rail. */
const RAIL_MEDIA_QUERY = '(min-width: 40rem)';
const FORTNIGHT_MS = 14 * 24 * 3_600_000;

/**
 * Returns the steps that set up a new practice, for its manager. Whether a step is done is read from the practice's
 * records. Returns null for everyone else, once all steps are done or dismissed, and for a practice that had a room or
 * visit type of its own, more than one person, and pets before the steps were first shown. If such a practice lacks
 * only planned shifts, the calendar says so.
 */
function useNextSteps(isDismissed: boolean): NextStep[] | null {
  const api = useApi();
  const { session, company, hasPlan, fallbackZone } = useDesk();
  const { employees, types } = useReference();
  const isOffered = !isDismissed && !session.demo && findAllowedParts(session).includes('people');
  const { data: hasPets } = useQuery({
    queryKey: queryKeyOf(calls.listPets, 'any', { companyId: company.id }),
    queryFn: async ({ signal }) => {
      const { records } = await api.call(calls.listPets, { companyId: company.id, limit: 1 }, { signal });
      return records.length > 0;
    },
    enabled: isOffered,
  });
  const rooms = company.stores.flatMap((store) => store.rooms);
  const usual = new Set([...defaultRooms(rooms.length), ...defaultVisitTypes()].map(({ name }) => name));
  const hasOwn = types.data && [...types.data.records, ...rooms].some(({ name }) => !usual.has(name));
  const hasPeople = employees.data && employees.data.records.filter(({ isActive }) => isActive).length > 1;
  const first = [hasOwn, hasPeople, hasPets];
  const isLoaded = isOffered && !first.includes(undefined);
  const isNew = isLoaded && first.includes(false);
  const [wasShown, setShown] = useState(() => readPreferences(localStore).stepsShown);
  if (isNew && !wasShown) setShown(true);
  const isBegun = isLoaded && wasShown;
  const hasMessages = findAllowedParts(session).includes('messages');
  const { data: messages } = useQuery({
    ...messageQueries.settings(api, company.id),
    enabled: isBegun && hasMessages,
  });
  const now = useMinute();
  const mondays = weeksToLoad([fallbackZone], { start: now, end: now + FORTNIGHT_MS }).slice(0, 2);
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan && isBegun });
  const isPlanned = plan.state === 'known' && plan.entries.some(({ kind }) => kind === 'on_duty');
  // While the plan or the settings are loading, their step counts as not done.
  const isOpen = !first.every(Boolean) || (hasPlan && !isPlanned) || (hasMessages && messages?.isOn !== true);
  const isSettled = isLoaded && (isBegun ? !isOpen : true);
  useEffect(() => {
    if (wasShown) savePreferences(localStore, { stepsShown: true });
    // From the next page load on, the records that show which steps are done are no longer requested.
    if (isSettled) savePreferences(localStore, { stepsSeen: true });
  }, [wasShown, isSettled]);
  if (!isBegun || isSettled) return null;
  return [
    { text: t`Check rooms and visit types`, part: 'rooms', isDone: hasOwn === true },
    { text: t`Add people and hand out their sign-in keys`, part: 'people', isDone: hasPeople === true },
    { text: t`Import clients and pets`, part: 'import', isDone: hasPets === true },
    ...(hasPlan ? [{ text: texts.planShifts, part: null, isDone: isPlanned }] : []),
    ...(hasMessages
      ? [{ text: t`Switch on messages to clients`, part: 'messages' as const, isDone: messages?.isOn === true }]
      : []),
  ];
}

interface NextStepsProps {
  /** `rail`: a button that opens the list; `more`: the list itself, under More on a phone. */
  look: 'rail' | 'more';
  /** Called when the person opens a step. */
  onFollow?: () => void;
}

/** The next steps of a new practice for its manager, until all are done or they are dismissed. */
export function NextSteps({ look, onFollow = () => undefined }: NextStepsProps) {
  const [isDismissed, setDismissed] = useState(() => readPreferences(localStore).stepsSeen);
  const api = useApi();
  const queryClient = useQueryClient();
  // Whether the practice was set up since this page was loaded.
  const [isSetUp] = useState(() => queryClient.getQueryData(setupQueries.offer(api).queryKey) !== undefined);
  // The list opens beside the rail. A phone has no rail, so it shows the list under More.
  const isShown = useMedia(RAIL_MEDIA_QUERY) === (look === 'rail');
  const steps = useNextSteps(isDismissed);
  if (steps === null || !isShown) return null;
  const title = t`Next steps`;
  const done = steps.filter(({ isDone }) => isDone).length;
  const all = steps.length;
  const count = t({
    message: `${done} of ${all}`,
    comment: 'so many of all: appointments written to a file, next steps done',
  });
  const renderList = (close: () => void) => (
    <div className="w-72 max-w-full text-sm">
      <p className="flex items-baseline justify-between px-3 pt-1 pb-0.5">
        <strong className="font-semibold">{title}</strong>
        <span className="text-xs text-muted tabular-nums">{count}</span>
      </p>
      <ol>
        {steps.map((step) => (
          <li key={step.text}>
            <StepLink step={step} onClick={close} />
          </li>
        ))}
      </ol>
      <div className="px-2 py-1">
        <Button
          compact
          tone="quiet"
          onClick={() => {
            savePreferences(localStore, { stepsSeen: true });
            setDismissed(true);
          }}
        >
          {texts.dismiss}
        </Button>
      </div>
    </div>
  );
  if (look === 'more') return <div className="border-t border-line">{renderList(onFollow)}</div>;
  return (
    <Popover
      label={`${title}, ${count}`}
      panelLabel={title}
      buttonClass={FRAME_ITEM_CLASS}
      // The list opens beside the rail, so that it does not cover the links to the pages of the steps.
      side="inline-end"
      startsOpen={isSetUp}
      button={
        <>
          <ListChecks aria-hidden="true" size={20} strokeWidth={1.75} />
          {title}
          <span aria-hidden="true" className="tabular-nums">
            {count}
          </span>
        </>
      }
    >
      {renderList}
    </Popover>
  );
}

function StepLink({ step: { text, part, isDone }, onClick }: { step: NextStep; onClick: () => void }) {
  const props = {
    className: MORE_ITEM_CLASS,
    onClick,
    children: (
      <>
        {isDone ? (
          <CircleCheck
            role="img"
            aria-label={t({ message: 'Done', context: 'a step' })}
            size={18}
            className="shrink-0 text-ok"
          />
        ) : (
          <CircleDashed aria-hidden="true" size={18} className="shrink-0 text-muted" />
        )}
        <span className={isDone ? 'text-muted' : ''}>{text}</span>
      </>
    ),
  };
  return part === null ? (
    <Link to="/shifts" search={({ company }) => ({ company })} {...props} />
  ) : (
    <Link to="/practice" search={({ company }) => ({ company, part })} {...props} />
  );
}
