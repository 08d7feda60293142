import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDayPages } from '#app/api/use-day-pages.ts';
import { Button } from '#app/components/button.tsx';
import type { Interval } from '#app/scheduling/interval.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { BookingStore, PetChoice } from './booking-model.ts';
import { FreeTimesLine } from './free-times-line.tsx';
import { type BookingWarning, bookingWarnings } from './warnings/booking-warnings.ts';
import { daysToKnow } from './warnings/free-times.ts';
import { warningText } from './warnings/warning-text.ts';

/** What the person was told, and of which booking: pet, vet, start and end. */
export interface Told {
  about: string;
  ids: ReadonlySet<string>;
}

/** What makes a booking another one as far as the warnings are concerned. */
export function aboutOf(booking: { petId: string | null; vetId: string | null; span: Interval }): string {
  return [booking.petId, booking.vetId, booking.span.start, booking.span.end].join();
}

export interface AdviceProps {
  companyId: string;
  stores: readonly BookingStore[];
  store: BookingStore;
  span: Interval;
  pet: PetChoice | null;
  vet: ReceivedEmployee | null;
  type: ReceivedAppointmentType | null;
  /** Told which appointments the person can read about here; null while they are not loaded. */
  onTold: (told: Told | null) => void;
  /** A free time was chosen: milliseconds since 1970-01-01T00:00Z. */
  onStart: (instant: number) => void;
}

const MINUTE = 60_000;

/** The warnings to which another time is the answer. */
const ABOUT_TIME: ReadonlySet<BookingWarning['kind']> = new Set([
  'vet-busy',
  'rooms-taken',
  'store-closed',
  'pet-that-day',
  'in-past',
]);

/** What speaks against the booking as it stands in the form, and the free times nearby. It warns and never forbids. */
export function BookingAdvice({ companyId, stores, store, span, pet, vet, type, onTold, onStart }: AdviceProps) {
  const now = useMinute();
  const known = daysToKnow(span, store.timeZone);
  const day = useDayPages({
    companyId,
    storeIds: stores.map(({ id }) => id),
    from: new Date(known.start).toISOString(),
    to: new Date(known.end).toISOString(),
  });
  const whole = day.isSuccess && !day.hasNextPage;
  const appointments = day.data?.pages.flatMap((page) => page.records) ?? null;
  const warnings = bookingWarnings({ span, store, petId: pet?.id ?? null, vet, type, appointments, now });
  const told = warnings.flatMap((warning) => ('others' in warning ? warning.others.map(({ id }) => id) : []));
  const toldIds = whole ? told.join() : null;
  const about = aboutOf({ petId: pet?.id ?? null, vetId: vet?.id ?? null, span });
  useEffect(() => {
    onTold(toldIds === null ? null : { about, ids: new Set(toldIds.split(',')) });
    return () => onTold(null);
  }, [toldIds, about, onTold]);

  const offers = warnings.some(({ kind }) => ABOUT_TIME.has(kind));
  const failed = day.isError || day.isFetchNextPageError;
  return (
    <section aria-label="Before you book" aria-live="polite" className="flex min-h-24 flex-col gap-1.5 text-sm">
      {offers && whole && appointments ? (
        <FreeTimesLine
          {...{ companyId, stores, store, span, vet, appointments, now, onStart }}
          petId={pet?.id ?? null}
        />
      ) : null}
      {warnings.map((warning) => {
        const { title, others } = warningText(warning, { store, stores, span, petName: pet?.name ?? '' });
        return (
          <div key={warning.kind} className="flex gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
            <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
            <div className="min-w-0">
              <p className="font-medium text-warn">{title}</p>
              {others.length > 0 ? (
                <ul className={others.length > 2 ? 'text-xs sm:columns-2' : ''}>
                  {others.map(({ id, text }) => (
                    <li key={id} className="break-inside-avoid break-words">
                      {text}
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          </div>
        );
      })}
      {failed ? (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          What else stands then could not be loaded.
          <Button compact onClick={() => void (day.isFetchNextPageError ? day.fetchNextPage() : day.refetch())}>
            Try again
          </Button>
        </p>
      ) : null}
      {!whole && !failed ? <p className="text-muted">Looking at what else stands then…</p> : null}
      {whole && warnings.length === 0 ? (
        <p className="flex items-center gap-2 text-ok">
          <CircleCheck aria-hidden="true" size={16} /> Nothing stands in the way.
        </p>
      ) : null}
    </section>
  );
}

/** Milliseconds since 1970, once a minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
