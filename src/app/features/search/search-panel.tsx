import { plural, t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { useGoTo } from '#app/commands/use-commands.ts';
import { Button } from '#app/components/button.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { dateInputExamples } from '#app/text/date-questions.ts';
import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dayAndClockText, dayInYearText } from '#app/text/time-text.ts';
import { freeTimesNote } from './matching-free-times.ts';
import { keepShownOrder, type ResultOrder, type ResultTarget, type SearchResult } from './search-results.ts';
import { type PetAppointments, usePetAppointments } from './use-pet-appointments.ts';
import type { FoundPetsAndClients } from './use-pets-and-clients.ts';
import { useSearch } from './use-search.ts';

interface SearchPanelProps {
  typed: string;
  listId: string;
  /** The id of the option that the arrow keys have reached; null for the first one. */
  activeId: string | null;
  /** The field above, which has the focus. */
  field: RefObject<HTMLInputElement | null>;
  /** Whether to open the first result as soon as there is one. */
  isAwaited: boolean;
  /** Called when a result is opened. */
  onDone: () => void;
}

const NO_RESULTS_SHOWN: ResultOrder = { text: '', ids: [] };

/** The results of the search below its field, which has the focus. */
export function SearchPanel({ typed, listId, activeId, field, isAwaited, onDone }: SearchPanelProps) {
  const { company } = useDesk();
  const search = useSearch(typed);
  const { people, free, notUnderstood, canBook, zoneOf, isWeek } = search;
  const go = useGoTo();
  function openTarget(target: ResultTarget) {
    onDone();
    if (target.kind === 'command') search.run(target.id, target.subject);
    else go(target);
  }
  const [shown, setShown] = useState(NO_RESULTS_SHOWN);
  const results = keepShownOrder(shown, typed, search.results);
  const ids = results.map(({ id }) => id);
  if (shown.text !== typed || shown.ids.join() !== ids.join()) setShown({ text: typed, ids });
  const visits = usePetAppointments(
    company.id,
    results.flatMap(({ target }) => (target.kind === 'pet' ? [target.petId] : [])),
    useMinute(),
  );
  const first = results[0];
  const openFirst = useEffectEvent(() => first && openTarget(first.target));
  const hasFirst = first !== undefined;
  useEffect(() => {
    if (isAwaited && hasFirst) openFirst();
  }, [isAwaited, hasFirst]);

  const optionId = ({ id }: SearchResult) => `${listId}-${encodeURIComponent(id)}`;
  const active = results.find((result) => optionId(result) === activeId) ?? first;
  const activeOption = active ? optionId(active) : null;
  // Tells screen readers, through the field, which result Enter opens. The field's own component does not know the results.
  useLayoutEffect(() => {
    const element = field.current;
    if (activeOption === null || !element) return undefined;
    element.setAttribute('aria-activedescendant', activeOption);
    return () => element.removeAttribute('aria-activedescendant');
  }, [activeOption, field]);
  const renderOption = (result: SearchResult) => {
    return (
      <ResultOption
        key={result.id}
        id={optionId(result)}
        isActive={result === active}
        onTake={() => openTarget(result.target)}
      >
        <ResultRow {...{ result, visits, zoneOf }} now={search.now} />
      </ResultOption>
    );
  };
  const isLooking = people.isLooking || free?.state === 'loading';
  const notes = [
    // If the help or a command was found, the text was understood as a whole, so no words are reported as not understood.
    results.some(({ target }) => target.kind === 'command') ? '' : notUnderstoodText(notUnderstood),
    ...searchProblemTexts(people, search.staffFailed),
    people.isBeginningOfPhone && !hasFirst && !isLooking && !people.hasFailed ? texts.keepTypingPhone : '',
    free ? freeTimesNote(free, canBook) : '',
  ].filter((note) => note !== '');
  // "Nothing found" is only true if the whole list could be searched.
  const empty = isLooking
    ? isAwaited
      ? t`Looking… The first result will open.`
      : texts.looking
    : notes.length > 0
      ? ''
      : texts.nothingByThatName;
  return (
    <>
      <div id={listId} role="listbox" aria-label={texts.search}>
        {splitIntoGroups(results).map((group) =>
          isOnShownDay(group[0]) ? (
            <OptionGroup key={group[0].id} label={isWeek ? t`In this week` : t`On this day`}>
              {group.map(renderOption)}
            </OptionGroup>
          ) : (
            <div key={group[0].id} role="presentation" className={GROUP_CLASS}>
              {group.map(renderOption)}
            </div>
          ),
        )}
      </div>
      <div role="status" className="px-2 text-sm text-muted not-empty:py-1.5">
        {hasFirst ? null : <p>{empty}</p>}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {typed.trim() !== '' && hasFirst ? <p className="sr-only">{countText(results.length)}</p> : null}
      </div>
      {free && (free.state === 'failed' || free.state === 'unplanned') ? (
        <div className="px-2 pb-1.5">
          <Button compact onClick={free.retry}>
            {texts.tryAgain}
          </Button>
        </div>
      ) : null}
      {typed.trim() === '' ? <SearchHint /> : null}
    </>
  );
}

const isOnShownDay = ({ group }: SearchResult) => group === 'day';

/** The results in order, split into runs of the same group. */
function splitIntoGroups(results: readonly SearchResult[]): [SearchResult, ...SearchResult[]][] {
  const groups: [SearchResult, ...SearchResult[]][] = [];
  for (const result of results) {
    const last = groups.at(-1);
    if (last && last[0].group === result.group) last.push(result);
    else groups.push([result]);
  }
  return groups;
}

function countText(count: number): string {
  return t`${plural(count, { one: '# result', other: '# results' })}`;
}

function notUnderstoodText(words: readonly string[]): string {
  if (words.length === 0) return '';
  const text = listText(words);
  return t({ message: `Not understood: ${text}`, comment: 'words of a search that mean nothing to Frontdesk' });
}

const GROUP_CLASS = 'not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1';

function OptionGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options has no semantic element.
    <div role="group" aria-label={label} className={GROUP_CLASS}>
      <div aria-hidden="true" className="px-2 pt-1 pb-0.5 text-xs font-semibold text-muted">
        {label}
      </div>
      {children}
    </div>
  );
}

interface ResultOptionProps {
  id: string;
  isActive: boolean;
  onTake: () => void;
  children: ReactNode;
}

function ResultOption({ id, isActive, onTake, children }: ResultOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      className="flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 text-sm hover:bg-sunken aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2"
    >
      {children}
    </div>
  );
}

/** Explains what can be typed. */
function SearchHint() {
  const { weekday, date } = dateInputExamples();
  return (
    <p className="mt-1 border-t border-line px-2 pt-2 pb-1 text-xs text-muted max-sm:hidden">
      {t({
        message: `Type a pet, a client, a phone number, a day (${weekday}, ${date}), or “tomorrow Smith 30 min” for free times`,
        comment:
          'In brackets: a day as people type it, the way they do in the language: a short weekday, a date without its year. Then a question for free times: a day, the name of a vet, a length',
      })}
    </p>
  );
}

function searchProblemTexts(
  { hasFailed, isLooking, isPartial, unsearchable }: FoundPetsAndClients,
  staffFailed: boolean,
): string[] {
  return [
    hasFailed && !isLooking ? t`The pets couldn’t be searched.` : '',
    isPartial && !hasFailed ? t`There are too many pets to search them all. Type more letters.` : '',
    unsearchable === 'phone'
      ? t`The practice system can’t be searched by phone number. Ask for the name. Only clients already loaded here were searched.`
      : '',
    unsearchable === 'email'
      ? t`The practice system can’t be searched by e-mail address. Ask for the name. Only clients already loaded here were searched.`
      : '',
    staffFailed ? t`The vets couldn’t be loaded.` : '',
  ];
}

interface ResultRowProps {
  result: SearchResult;
  visits: ReadonlyMap<string, PetAppointments>;
  zoneOf: (storeId: string | null) => string;
  now: number;
}

function ResultRow({ result: { label, detail, facts, alert, target }, visits, ...clock }: ResultRowProps) {
  const isPet = target.kind === 'pet';
  const visit = isPet ? visits.get(target.petId) : undefined;
  return (
    <span className="flex min-w-0 grow flex-col">
      <span className="flex min-w-0 items-baseline gap-3">
        <bdi className="truncate">{label}</bdi>
        {alert ? (
          <span title={alert} className="self-center text-warn">
            <CircleAlert aria-hidden="true" size={13} />
            <span className="sr-only">{alert}</span>
          </span>
        ) : null}
        <span className="ms-auto shrink-0 text-xs text-muted">{detail}</span>
      </span>
      {facts || isPet ? (
        <span className="flex min-w-0 flex-col gap-x-3 text-xs text-muted sm:flex-row">
          <span className="truncate">{facts}</span>
          {/* This line is always rendered, so that nothing moves when its content loads. */}
          {isPet ? (
            <span className="min-h-4 truncate sm:ms-auto">
              {visit ? appointmentTexts(visit, clock).map((text) => <Fact key={text}>{text}</Fact>) : null}
            </span>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}

/** One of several facts in a row. They are separated by dots, since a fact may contain commas. */
function Fact({ children }: { children: string }) {
  return <bdi className="not-first:ms-1 not-first:before:me-1 not-first:before:content-['·']">{children}</bdi>;
}

/** A pet's last and next appointment, as far as they are known. */
function appointmentTexts(
  { last, here, next, whole }: PetAppointments,
  { zoneOf, now }: Pick<ResultRowProps, 'zoneOf' | 'now'>,
): string[] {
  if (!last && !here && !next) return whole ? [texts.noAppointmentFound] : [];
  const lastDay = last ? dayInYearText(zoneOf(last.storeId), Date.parse(last.start), now) : '';
  const nextTime = next ? dayAndClockText(zoneOf(next.storeId), Date.parse(next.start)) : '';
  const arrival = here ? dayAndClockText(zoneOf(here.storeId), Date.parse(here.checkedInAt ?? here.start)) : '';
  return [
    last ? t({ message: `Last here ${lastDay}`, comment: 'beside a pet: the day of its last appointment' }) : '',
    next && !here
      ? t({ message: `Next ${nextTime}`, comment: 'beside a pet: day and time of its next appointment' })
      : '',
    here
      ? t({ message: `Here now, since ${arrival}`, comment: 'beside a pet that is at the practice: when it arrived' })
      : '',
  ].filter((text) => text !== '');
}
