import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDayPages } from '#app/api/use-day-pages.ts';
import { Button } from '#app/components/button.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookingStore } from './booking-model.ts';
import type { Interval } from './intervals.ts';
import { clockText, dayText } from './span-text.ts';
import { dayBounds, zonedAt } from './wall-time.ts';
import { freeTimes } from './warnings/free-times.ts';
import { openingsAround } from './warnings/opening.ts';

interface FreeTimesProps {
  companyId: string;
  stores: readonly BookingStore[];
  store: BookingStore;
  /** The time asked for. */
  span: Interval;
  petId: string | null;
  vetId: string | null;
  now: number;
  onStart: (instant: number) => void;
}

const OFFERED = 5;
/** How many days ahead a free time is looked for when the day itself has none. */
const DAYS_AHEAD = 7;

/** The free times nearest to the one asked for, on its day or, where that has none, on the next day that has. */
export function FreeTimesLine(props: FreeTimesProps & { appointments: readonly ReceivedAppointment[] }) {
  const { store, span, petId, vetId, appointments, now, onStart } = props;
  const knownUntil = boundsOf(span, store.timeZone).to;
  const free = freeTimes({ span, store, petId, vetId, appointments, knownUntil, now, count: OFFERED });
  if (free.length === 0) return <LaterTimes {...props} days={1} />;
  return <Offer label="Free nearby:" starts={free} zone={store.timeZone} onStart={onStart} />;
}

/** The calendar days that a span touches in a zone, from the first instant to the one after the last. */
export function boundsOf(span: Interval, zone: string): { from: number; to: number } {
  return {
    from: dayBounds(zonedAt(span.start, zone).toPlainDate(), zone).start,
    to: dayBounds(zonedAt(Math.max(span.end - 1, span.start), zone).toPlainDate(), zone).end,
  };
}

function LaterTimes({ days, ...props }: FreeTimesProps & { days: number }) {
  const { store, span } = props;
  if (days > DAYS_AHEAD) return <Line>Nothing of this length is free within {DAYS_AHEAD} days.</Line>;
  const start = zonedAt(span.start, store.timeZone).add({ days }).epochMilliseconds;
  const later = { start, end: start + span.end - span.start };
  const { from, to } = boundsOf(later, store.timeZone);
  const openings = openingsAround(store, { start: from, end: to });
  // A day on which the store is closed need not be asked for.
  if (openings !== null && !openings.some((opening) => opening.end > from)) {
    return <LaterTimes {...props} days={days + 1} />;
  }
  return <LaterDay {...props} days={days} span={later} asked={span} />;
}

function LaterDay({ days, asked, ...props }: FreeTimesProps & { days: number; asked: Interval }) {
  const { companyId, stores, store, span, petId, vetId, now, onStart } = props;
  const { from, to } = boundsOf(span, store.timeZone);
  const day = useDayPages({
    companyId,
    storeIds: stores.map(({ id }) => id),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  if (day.isError) return <Line>No time of this length is free that day.</Line>;
  if (!day.isSuccess || day.hasNextPage) return <Line>Looking for a free time on the next days…</Line>;
  const appointments = day.data.pages.flatMap((page) => page.records);
  const free = freeTimes({ span, store, petId, vetId, appointments, knownUntil: to, now, count: OFFERED });
  if (free.length === 0) return <LaterTimes {...props} span={asked} days={days + 1} />;
  const label = `Nothing is free that day. Free on ${dayText(from, store.timeZone)}:`;
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
          {clockText(start, zone)}
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
