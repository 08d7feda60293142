import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { SearchList } from '#app/components/search-list.tsx';
import { dayAndClockText, instantParts } from '#app/scheduling/time-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { asksForFreeTimes } from '#app/typed/slot-query.ts';
import {
  freeTimesNote,
  keepPlaces,
  type SearchInput,
  type SearchResult,
  type Shown,
  searchResults,
  type Target,
} from './search-results.ts';
import { type People, usePeople } from './use-people.ts';
import { type PetVisits, usePetVisits } from './use-pet-visits.ts';

interface SearchDialogProps extends Omit<SearchInput, 'pets' | 'clients' | 'newPhone' | 'locale'> {
  companyId: string;
  onType: (typed: string) => void;
  /** The zone in which the times of a store are told. */
  zoneOf: (storeId: string | null) => string;
  /** Whether the employees could not be loaded. */
  staffFailed: boolean;
  onClose: () => void;
  onGo: (target: Target) => void;
}

const DEBOUNCE_MS = 150;
const NOTHING_SHOWN: Shown = { text: '', ids: [] };

/** One search for all that a desk asks: people and their pets, a phone number, a day, free times in words, and results. */
export function SearchDialog(props: SearchDialogProps) {
  const { companyId, typed, query, free, staffFailed, canBook, zoneOf, onType, onClose, onGo } = props;
  const field = useRef<HTMLInputElement>(null);
  const [begunWith] = useState(typed);
  // Where free times are asked for, nobody of that name is.
  const meansSomebody = query === null || !asksForFreeTimes(query);
  const people = usePeople({
    companyId,
    typed: meansSomebody ? typed : '',
    settled: useDebounced(typed, DEBOUNCE_MS),
  });
  const { pets, clients, isUnknownCaller } = people;
  const text = typed.trim();
  const newPhone = canBook && isUnknownCaller ? (people.phone?.written ?? null) : null;
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const results = keepPlaces(shown, typed, searchResults({ ...props, pets, clients, newPhone }));
  const ids = results.map(({ id }) => id);
  if (shown.text !== typed || shown.ids.join() !== ids.join()) setShown({ text: typed, ids });
  const visits = usePetVisits(
    companyId,
    results.flatMap(({ target }) => (target.kind === 'pet' ? [target.petId] : [])),
    useMinute(),
  );
  // Enter pressed before anything is found applies to the first result when it arrives.
  const [awaited, setAwaited] = useState<string | null>(null);
  const first = results[0]?.target;
  useEffect(() => {
    if (awaited !== null && awaited === typed && first) onGo(first);
  }, [awaited, typed, first, onGo]);
  const isLooking = people.looking || free?.state === 'loading';
  const notes = notesOf(people, text !== '' && staffFailed);
  if (free) notes.push(freeTimesNote(free, canBook));
  const canBookPet = results.some(({ booking }) => booking);
  return (
    <Dialog title={words.search} initialFocus={field} onClose={onClose}>
      <SearchList<SearchResult>
        ref={field}
        label={t`Search: a pet, an owner, a phone number, a day, free times, a vet, a store, a view`}
        placeholder={t({
          message: 'Pet, owner, phone, a day (fri, 24.12.), or “tomorrow Smith 30 min”',
          comment:
            'In brackets: a day as people type it, the way they do in the language: a short weekday, a date without its year. Then a question for free times: a day, the name of a vet, a length',
        })}
        begunWith={begunWith}
        items={results}
        idOf={({ id }) => id}
        textOf={({ label }) => label}
        renderItem={(result) => <ResultRow {...{ result, visits, zoneOf }} />}
        // "Nothing found" is only true where the whole list could be searched.
        empty={
          isLooking && !free
            ? awaited === typed
              ? t`Looking… The first one found is opened.`
              : words.looking
            : notes.some((note) => note !== '')
              ? null
              : words.nothingByThatName
        }
        note={
          <>
            {notes.filter(Boolean).join(' ')}
            {free && (free.state === 'failed' || free.state === 'unplanned') ? (
              <Button compact onClick={free.retry} className="ms-2">
                {words.tryAgain}
              </Button>
            ) : null}
            {canBookPet ? (
              <span className="max-sm:hidden"> {t`Ctrl or ⌘ with Enter opens the booking for that pet.`}</span>
            ) : null}
          </>
        }
        onType={onType}
        onChoose={({ target, booking }, books) => onGo(books && booking ? booking : target)}
        onEnterEarly={() => setAwaited(typed)}
      />
    </Dialog>
  );
}

function notesOf({ failed, looking, partly, unsearchable }: People, staffFailed: boolean): string[] {
  return [
    failed && !looking ? t`The pets could not be looked up.` : '',
    partly && !failed ? t`There are too many pets to search all of them. Type more letters.` : '',
    unsearchable === 'phone'
      ? t`The practice system can’t be searched by phone number: ask for the name. Only clients loaded here already were looked through.`
      : '',
    unsearchable === 'email'
      ? t`The practice system can’t be searched by e-mail address: ask for the name. Only clients loaded here already were looked through.`
      : '',
    staffFailed ? t`The vets could not be loaded.` : '',
  ];
}

interface ResultRowProps {
  result: SearchResult;
  visits: ReadonlyMap<string, PetVisits>;
  zoneOf: (storeId: string | null) => string;
}

function ResultRow({ result: { label, detail, facts, target }, visits, zoneOf }: ResultRowProps) {
  const isPet = target.kind === 'pet';
  const visit = isPet ? visits.get(target.petId) : undefined;
  return (
    <span className="flex min-w-0 grow flex-col">
      <span className="flex min-w-0 items-baseline gap-3">
        <bdi className="truncate">{label}</bdi>
        <span className="ms-auto shrink-0 text-xs text-muted">{detail}</span>
      </span>
      {facts || isPet ? (
        <span className="flex min-w-0 flex-col gap-x-3 text-xs text-muted sm:flex-row">
          <span className="truncate">{facts}</span>
          {/* It has its line from the beginning: what is loaded later moves nothing. */}
          {isPet ? (
            <span className="min-h-4 truncate sm:ms-auto">
              {visit ? visitsTexts(visit, zoneOf).map((text) => <Fact key={text}>{text}</Fact>) : null}
            </span>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}

/** One of several beside each other, which have commas of their own. */
function Fact({ children }: { children: string }) {
  return <bdi className="not-first:ms-1 not-first:before:me-1 not-first:before:content-['·']">{children}</bdi>;
}

/** When a pet was last here and when it comes next, as far as is known. */
function visitsTexts({ last, next, isHereNow, whole }: PetVisits, zoneOf: ResultRowProps['zoneOf']): string[] {
  if (!last && !next) return whole ? [words.noVisitFound] : [];
  const lastZone = zoneOf(last?.storeId ?? null);
  const lastDay = last ? instantParts(lastZone, Date.parse(last.start), lastZone).date : '';
  const nextTime = next ? dayAndClockText(zoneOf(next.storeId), Date.parse(next.start)) : '';
  return [
    last ? t({ message: `Last here ${lastDay}`, comment: 'beside a pet: the day of its last visit' }) : '',
    next && !isHereNow
      ? t({ message: `Next visit ${nextTime}`, comment: 'beside a pet: day and time of its next visit' })
      : '',
    next && isHereNow
      ? t({ message: `Here now, since ${nextTime}`, comment: 'beside a pet: its visit has begun' })
      : '',
  ].filter((text) => text !== '');
}
