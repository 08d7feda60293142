import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDayPages } from '#app/api/use-day-pages.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { dateIn, dayInterval, isDate } from '#app/scheduling/calendar-day.ts';
import { durationBetween } from '#app/scheduling/duration.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { parseClockTime, parseDuration } from '#app/scheduling/typed-time.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import {
  clockAt,
  foldOf,
  formatClockTime,
  instantOfWallTime,
  resolveWallTime,
  usesTwelveHours,
} from '#app/scheduling/wall-clock.ts';
import { words } from '#app/text/words.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type ChangeNames, clashTexts, nameOf, zoneOf } from './change-text.ts';

interface TimeDialogProps {
  companyId: string;
  appointment: ReceivedAppointment;
  names: ChangeNames;
  onChange: (time: { start: string; end: string }) => void;
  onClose: () => void;
}

interface Times {
  date: string;
  start: string;
  length: string;
}

/** What the fields ask for; a text says why they ask for nothing, and in which field. */
type Asked = Interval | { field: keyof Times; fault: string };

const STILL_MS = 200;

function askedTime({ date, start, length }: Times, zone: string, before: Interval): Asked {
  if (!isDate(date)) return { field: 'date', fault: 'Enter a day.' };
  const clock = parseClockTime(start);
  if (!clock) return { field: 'start', fault: 'Enter a time such as 9:30.' };
  const minutes = parseDuration(length);
  if (minutes === null) return { field: 'length', fault: 'Enter a length such as 30 min.' };
  const wall = resolveWallTime(zone, date, clock);
  if (wall.kind === 'skipped') {
    return { field: 'start', fault: words.noSuchTime };
  }
  // Of two equal times it stays the one that it was.
  const from = instantOfWallTime(wall, foldOf(zone, before.start) ?? 'first') ?? before.start;
  return { start: from, end: from + minutes * 60_000 };
}

/** Moves an appointment by typing: to another time, length or day. */
export function TimeDialog({ companyId, appointment, names, onChange, onClose }: TimeDialogProps) {
  const { directory } = names;
  const zone = zoneOf(appointment, directory);
  const before = recordedTime(appointment);
  const [times, setTimes] = useState<Times>(() => ({
    date: dateIn(zone, before.start),
    start: formatClockTime(clockAt(zone, before.start), usesTwelveHours()),
    length: durationBetween(before.start, before.end),
  }));
  const [sent, setSent] = useState(false);
  const asked = askedTime(times, zone, before);
  const time = 'fault' in asked ? null : asked;
  const faultIn = (field: keyof Times) => (sent && 'fault' in asked && asked.field === field ? asked.fault : undefined);
  const change = (changed: Partial<Times>) => setTimes({ ...times, ...changed });

  const date = useDebounced(isDate(times.date) ? times.date : dateIn(zone, before.start), STILL_MS);
  const span = dayInterval(zone, date);
  const day = useDayPages({
    companyId,
    storeIds: directory.company.stores.map(({ id }) => id),
    from: new Date(span.start).toISOString(),
    to: new Date(Math.max(span.end, time?.end ?? 0)).toISOString(),
  });
  const others = day.data?.pages.flatMap(({ records }) => records) ?? [];
  const known = day.isSuccess && !day.hasNextPage && date === times.date;
  const moved = time && {
    ...appointment,
    start: new Date(time.start).toISOString(),
    end: new Date(time.end).toISOString(),
  };
  const warnings = moved ? clashTexts(moved, others, directory) : [];

  function save(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (!moved) return;
    onChange({ start: moved.start, end: moved.end });
    onClose();
  }

  return (
    <Dialog
      title="Change time"
      description={`${nameOf(appointment)}, now ${intervalText(zone, before, before.start)}`}
      onClose={onClose}
    >
      <form noValidate onSubmit={save} className="flex flex-col gap-3 overflow-y-auto p-4">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <TextField
            type="date"
            label="Date"
            value={times.date}
            onChange={(text) => change({ date: text })}
            error={faultIn('date')}
          />
          <TimeField
            label="Start"
            value={times.start}
            onChange={(text) => change({ start: text })}
            error={faultIn('start')}
          />
          <TextField
            label="Length"
            value={times.length}
            onChange={(text) => change({ length: text })}
            error={faultIn('length')}
          />
        </div>
        <section aria-label="Before you move it" aria-live="polite" className="flex min-h-12 flex-col gap-1.5 text-sm">
          {warnings.map((text) => (
            <p key={text} className="flex gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
              <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
              {text}
            </p>
          ))}
          {time === null || warnings.length > 0 ? null : known ? (
            <p className="flex items-center gap-2 text-ok">
              <CircleCheck aria-hidden="true" size={16} /> {words.timeIsFree}
            </p>
          ) : (
            <p className="text-muted">
              {day.isError || day.isFetchNextPageError ? words.clashesUnknown : words.checkingClashes}
            </p>
          )}
        </section>
        <div className="flex gap-2">
          <Button type="submit" tone="primary">
            Change time
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
