import { t } from '@lingui/core/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { ScrollRegion } from '#app/components/scroll-region.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, dayText } from '#app/text/time-text.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { FreeStart } from '#scheduling/bookable.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { heldRequestsInWarnings } from '#scheduling/warnings.ts';
import { typedStartAt } from './booking-time.ts';
import { offeredStartText } from './time-state.ts';
import { useBookingFormContext } from './use-booking-form.ts';

function TakeButton({ text, onTake }: { text: string; onTake: () => void }) {
  const id = useId();
  return (
    // Keeps the button beside its text when the line wraps.
    <span className="inline-flex max-w-full items-center gap-x-1.5">
      <span id={id} className="text-muted">
        {text}
      </span>
      <Button
        compact
        aria-describedby={id}
        onClick={({ currentTarget }) => {
          // The line and this button disappear, so the focus goes to the button that books.
          currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
          onTake();
        }}
      >
        {t({ message: 'Take', comment: 'button: takes the free time beside it' })}
      </Button>
    </span>
  );
}

function nextFreeTimeText(nextTime: string): string {
  return t({ message: `· next ${nextTime}`, comment: 'after why a time cannot be booked: the next free time' });
}

interface OtherVetContext {
  zone: string;
  /** `YYYY-MM-DD` */
  day: string;
  employees: readonly ReceivedEmployee[];
}

/** A free start of the day with another vet: `· today with Élodie Fournier 9:15`. */
function otherVetText({ start, employeeId }: FreeStart, { zone, day, employees }: OtherVetContext): string {
  const vet = isolateText(employees.find(({ id }) => id === employeeId)?.name ?? '');
  const clock = clockText(zone, start);
  if (dateIn(zone, Date.now()) === day)
    return t({ message: `· today with ${vet} ${clock}`, comment: 'another vet who has time; a time of day' });
  const date = dayText(zone, start);
  return t({ message: `· ${date} with ${vet} ${clock}`, comment: 'a day; another vet who has time; a time of day' });
}

/** A button that continues the search for a free time from the day where it stopped. */
function SearchFurtherButton({ until, zone, onDay }: { until: number; zone: string; onDay: (day: string) => void }) {
  const date = dayText(zone, until);
  return (
    <Button compact onClick={() => onDay(dateIn(zone, until))}>
      {t({ message: `Search from ${date}`, comment: 'button: searches free times from a day on' })}
    </Button>
  );
}

/** A line that says whether the time can be booked, with reasons on demand, and offers other times if it cannot. */
export function StateLine() {
  const form = useBookingFormContext();
  const addresses = useAddresses();
  const { skipped, freeTimes, store, lists, day, onDay, isUnsettled, change } = form;
  const { employees } = lists;
  const state = isUnsettled ? { kind: 'silent' as const } : form.state;
  const line = isUnsettled ? null : form.line;
  const zone = store.timeZone;
  function onTake({ start, employeeId }: FreeStart, isWithOther = false) {
    change({ ...typedStartAt(zone, start), ...(isWithOther ? { employeeId } : {}) });
    onDay(dateIn(zone, start));
  }
  const next = state.kind === 'taken' || state.kind === 'none' ? state.next : null;
  const other = state.kind === 'none' ? state.otherVetStart : null;
  const isHeld = state.kind === 'taken' && heldRequestsInWarnings(state.warnings).length > 0;
  const isEnded = state.kind === 'none' && next === null && !freeTimes.isSearching;
  const text = line?.text ?? '';
  const tone = line?.tone ?? 'quiet';
  const Icon = tone === 'ok' ? CircleCheck : tone === 'warn' ? TriangleAlert : null;
  return (
    <section aria-label={t`Can this be booked?`} aria-live="polite" className="min-h-7 text-sm">
      {skipped === '' ? null : <p className="text-xs text-muted">{skipped}</p>}
      {text === '' ? null : (
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
          <span
            className={`flex gap-1.5 ${{ ok: 'text-ok', warn: 'font-medium text-warn', quiet: 'text-muted' }[tone]}`}
          >
            {Icon === null ? null : <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />}
            {text}
          </span>
          {next === null ? null : (
            <TakeButton text={nextFreeTimeText(offeredStartText(zone, next.start, day))} onTake={() => onTake(next)} />
          )}
          {other?.employeeId == null ? null : (
            <TakeButton text={otherVetText(other, { zone, day, employees })} onTake={() => onTake(other, true)} />
          )}
          {isHeld ? (
            <AppLink to={addresses.requests()} className="inline-flex min-h-6 items-center text-accent underline">
              {texts.requests}
            </AppLink>
          ) : null}
          {isEnded ? <SearchFurtherButton until={freeTimes.searchedUntil} {...{ zone, onDay }} /> : null}
          {state.kind === 'lost' ? (
            <Button compact onClick={freeTimes.retry}>
              {texts.tryAgain}
            </Button>
          ) : null}
        </div>
      )}
      {line && line.details.length > 0 ? (
        <details className="text-xs">
          <summary className="w-fit cursor-pointer text-muted">{t`Why?`}</summary>
          <ScrollRegion label={t`Why?`} className="mt-1 max-h-32 overflow-y-auto">
            <ul>
              {line.details.map((detail) => (
                <li key={detail} className="break-words">
                  {detail}
                </li>
              ))}
            </ul>
          </ScrollRegion>
        </details>
      ) : null}
    </section>
  );
}
