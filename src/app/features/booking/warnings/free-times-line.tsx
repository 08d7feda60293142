import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDayPages } from '#app/api/use-day-pages.ts';
import { useStill } from '#app/browser/use-debounced.ts';
import { Button } from '#app/components/button.tsx';
import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { nothingFreeText } from '#app/features/booking/booking-text.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText, dayText, shortZoneText } from '#app/scheduling/time-text.ts';
import { foldOf } from '#app/scheduling/wall-clock.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { DAYS_AHEAD, daysToKnow, firstFree, freeTimes, type LaterDays, laterDays, looksAhead } from './free-times.ts';

interface FreeTimesProps {
  companyId: string;
  stores: readonly BookingStore[];
  store: BookingStore;
  /** The time asked for. */
  time: Interval;
  petId: string | null;
  vet: ReceivedEmployee | null;
  now: number;
  onStart: (instant: number) => void;
}

const OFFERED = 5;
/** Later days are read once nobody types: each way there is a time that nobody means, and the requests are all desks'. */
const STILL_MS = 1000;

/** The free times nearest to the one asked for, on its day or, where that has none, on the next day that has. */
export function FreeTimesLine(props: FreeTimesProps & { appointments: readonly ReceivedAppointment[] }) {
  const { store, time, petId, vet, appointments, now, onStart } = props;
  const zone = store.timeZone;
  const options = { time, store, petId, vetId: vet?.id ?? null, now, count: OFFERED };
  const free = freeTimes({ ...options, appointments, knownUntil: daysToKnow(time, zone).end });
  const still = useStill([time.start, time.end, store.id, petId, vet?.id].join(), STILL_MS);
  if (free.length > 0) return <Offer label="Free nearby:" starts={free} zone={zone} onStart={onStart} />;
  const hasPassed = dayOfInstant(zone, time.start).end <= now;
  // Of a day that has passed the warning says all there is to say.
  if (!looksAhead(time)) return hasPassed ? null : <Line>{nothingFreeText({ vet, store, time }, 'that day')}</Line>;
  return <LaterTimes {...props} weeks={laterDays(options)} still={still} hasPassed={hasPassed} />;
}

interface LaterProps extends FreeTimesProps {
  weeks: readonly LaterDays[];
  still: boolean;
  /** Whether the day asked for has passed. */
  hasPassed: boolean;
}

function LaterTimes({ weeks, ...props }: LaterProps) {
  const [week, ...others] = weeks;
  if (!week) return <Line>{nothingFreeText(props, `within ${DAYS_AHEAD} days`)}</Line>;
  return <LaterWeek {...props} week={week} weeks={others} />;
}

function LaterWeek({ week, ...props }: LaterProps & { week: LaterDays }) {
  const { companyId, stores, store, petId, vet, now, still, hasPassed, onStart } = props;
  const known = useDayPages(
    {
      companyId,
      storeIds: stores.map(({ id }) => id),
      from: new Date(week.window.start).toISOString(),
      to: new Date(week.window.end).toISOString(),
    },
    { enabled: still },
  );
  if (known.isError || known.isFetchNextPageError)
    return (
      <Line>
        The next days could not be loaded.
        <Button compact onClick={() => void (known.isFetchNextPageError ? known.fetchNextPage() : known.refetch())}>
          Try again
        </Button>
      </Line>
    );
  if (!known.isSuccess || known.hasNextPage) return <Line>Looking for a free time on the next days…</Line>;
  const appointments = known.data.pages.flatMap((page) => page.records);
  const free = firstFree(week, { store, petId, vetId: vet?.id ?? null, appointments, now, count: OFFERED });
  if (free?.[0] === undefined) return <LaterTimes {...props} />;
  const on = `Free on ${dayText(store.timeZone, free[0])}:`;
  const label = hasPassed ? on : `Nothing is free that day. ${on}`;
  return <Offer label={label} starts={free} zone={store.timeZone} onStart={onStart} />;
}

interface OfferProps {
  label: string;
  starts: readonly number[];
  zone: string;
  onStart: (instant: number) => void;
}

function Offer({ label, starts, zone, onStart }: OfferProps) {
  return (
    <Line>
      {label}
      {starts.map((start) => (
        <Button key={start} compact onClick={() => onStart(start)}>
          {clockText(zone, start)}
          {foldOf(zone, start) ? ` (${shortZoneText(zone, start)})` : null}
        </Button>
      ))}
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-1.5 text-muted">
      <Clock aria-hidden="true" size={15} />
      {children}
    </div>
  );
}
