import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { type ReactNode, Suspense, use, useState } from 'react';
import { contactByIdQuery } from '#app/api/clients.ts';
import { petByIdQuery } from '#app/api/pets.ts';
import { Button } from '#app/components/button.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { OpenNoticeContext } from '#app/components/show-notice.ts';
import { readFirstWeekday } from '#app/session/preferences.ts';
import { isDeadOrInactive } from '#app/text/pet-text.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { Gap } from '#scheduling/matching.ts';
import { BookMatchButton } from './book-match-button.tsx';
import { type FittingEntriesInput, loadFittingEntries } from './load-fitting-entries.ts';
import type { EntryMatch, WaitingActions } from './waiting-context.ts';
import { matchingEntryCountText, matchReasonText } from './waiting-text.ts';

/** An entry that fits a free time, and its pet. */
interface EntryOffer {
  match: EntryMatch;
  pet: ReceivedPet;
}

interface FreedTimeOfferProps {
  /** The times that were freed. */
  gaps: readonly Gap[];
  source: FittingEntriesInput;
  onBook: WaitingActions['book'];
  onBooked: () => void;
  /** What is shown if no entry fits. */
  none: ReactNode;
}

/**
 * The pets that wait for a time like one that was freed. Notices render this component outside the desk's providers, so it gets
 * everything from its props.
 */
export function FreedTimeOffer({ gaps, source, none, ...row }: FreedTimeOfferProps) {
  const { api, directory, now } = source;
  // The offers are loaded once for the notice. If the waiting list or the day cannot be loaded, nothing is offered.
  const [loading] = useState(() => loadOffers(gaps, source).catch(() => NO_OFFERS));
  return (
    <Suspense fallback={null}>
      <OfferList {...{ loading, none, api, directory, now }} {...row} />
    </Suspense>
  );
}

const NO_OFFERS: readonly EntryOffer[] = [];

/** Loads the entries that fit, without those whose pet has died or is inactive. Those that have waited longest come first. */
async function loadOffers(gaps: readonly Gap[], source: FittingEntriesInput): Promise<readonly EntryOffer[]> {
  const { api, queryClient, directory } = source;
  const companyId = directory.company.id;
  const matches = await loadFittingEntries(gaps, source);
  const pets = await Promise.all(
    matches.map(({ entry: { petId, clientId } }) =>
      queryClient.fetchQuery(petByIdQuery(api, { companyId, petId, clientId: clientId ?? undefined })),
    ),
  );
  return matches.flatMap((match, index) => {
    const pet = pets[index];
    return pet && !isDeadOrInactive(pet) ? [{ match, pet }] : [];
  });
}

interface OfferListProps
  extends Pick<FreedTimeOfferProps, 'onBook' | 'onBooked' | 'none'>,
    Pick<FittingEntriesInput, 'api' | 'directory' | 'now'> {
  loading: Promise<readonly EntryOffer[]>;
}

function OfferList({ loading, none, ...row }: OfferListProps) {
  const offered = use(loading);
  const [areAllShown, setAllShown] = useState(false);
  const openNotice = use(OpenNoticeContext);
  const more = areAllShown ? 0 : Math.max(0, offered.length - 1);
  if (offered.length === 0) return none;
  return (
    <div className="flex flex-col gap-1.5">
      {openNotice === null ? (
        <p className="font-medium">{matchingEntryCountText(offered.length)}</p>
      ) : (
        // The button is not in the tab order, since focusing the first row with the keyboard opens the notice, too.
        <Button compact tone="quiet" tabIndex={-1} aria-expanded={false} className="self-start" onClick={openNotice}>
          {matchingEntryCountText(offered.length)}
        </Button>
      )}
      <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto">
        {(areAllShown ? offered : offered.slice(0, 1)).map((one) => (
          <OfferRow key={one.match.entry.id} {...one} {...row} />
        ))}
      </ul>
      {more > 0 ? (
        <Button compact tone="quiet" className="-ms-2 self-start" onClick={() => setAllShown(true)}>
          {t({ message: plural(more, { one: '# more', other: '# more' }), comment: 'button: shows more who wait' })}
        </Button>
      ) : null}
    </div>
  );
}

function OfferRow({
  match,
  pet,
  api,
  directory,
  now,
  onBook,
  onBooked,
}: EntryOffer & Omit<OfferListProps, 'loading' | 'none'>) {
  const { entry } = match;
  const clientId = entry.clientId ?? pet.clientId;
  const contact = useQuery({
    ...contactByIdQuery(api, { companyId: directory.company.id, clientId: clientId ?? '', name: pet.clientName }),
    enabled: clientId !== null,
  });
  const today = dateIn(zoneOfAppointment(entry, directory), now);
  const phone = contact.data?.phone;
  return (
    <li>
      <p>
        <bdi className="font-medium">{pet.name}</bdi> <bdi className="text-muted">{pet.clientName}</bdi>
      </p>
      <p className="text-xs text-muted">
        {matchReasonText(match, { directory, today, now, firstWeekday: readFirstWeekday() })}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <BookMatchButton match={match} petName={pet.name} onBook={onBook} onBooked={onBooked} />
        {phone ? <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} className="tabular-nums" /> : null}
      </p>
    </li>
  );
}
