import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { durationText } from '#app/text/time-text.ts';
import { medianOf, type Numbers } from './reports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The data for a column in addition to the appointments. */
export type Source = 'history' | 'plan';

/** A column of a report, on screen and in exported files. */
export interface Column {
  heading: string;
  source?: Source;
  /** The number as text; null if it is unknown. */
  text: (numbers: Numbers) => string | null;
  /** Secondary text next to the number. */
  detail?: (numbers: Numbers) => string | null;
  /** The length of the bar, from 0 to 1; `most` is the highest number of appointments in a row. */
  bar?: (numbers: Numbers, most: number) => number;
  /** The columns of an exported file that this column stands for. */
  inFile: readonly (readonly [heading: string, value: (numbers: Numbers) => number | null])[];
}

const count = new Intl.NumberFormat(shownLocale);
const percent = new Intl.NumberFormat(shownLocale, { style: 'percent', maximumFractionDigits: 0 });
const hours = new Intl.NumberFormat(shownLocale, { maximumFractionDigits: 0 });

const countText = (value: number | null) => (value === null ? null : count.format(value));
const percentText = (part: number | null, { booked }: Numbers) =>
  part === null || booked === 0 ? null : percent.format(part / booked);

const minutesOf = (time: number | null | undefined) => (time == null ? null : Math.round(time / MINUTE_MS));
const durationOf = (time: number | null | undefined) => (time == null ? null : durationText(time / MINUTE_MS));
const hoursOf = (time: number | undefined) => (time === undefined ? null : Math.round(time / (HOUR_MS / 100)) / 100);

const medianWait = ({ waits }: Numbers) => waits && medianOf(waits);
const longestWait = ({ waits }: Numbers) => waits?.at(-1);

/** The columns in their order. */
export function reportColumns(has: Readonly<Record<Source, boolean>>): Column[] {
  const appointments = t`Appointments`;
  const noShows = t({ message: 'No-shows', comment: 'appointments to which nobody came' });
  const cancelled = t({ message: 'Cancelled', comment: 'heading of a column with numbers of appointments' });
  const late = t({ message: 'Cancelled late', comment: 'less than 24 hours before the appointment' });
  const columns: Column[] = [
    {
      heading: appointments,
      text: ({ booked }) => countText(booked),
      bar: ({ booked }, most) => booked / most,
      inFile: [[appointments, ({ booked }) => booked]],
    },
    {
      heading: noShows,
      text: (numbers) => countText(numbers.noShows),
      detail: (numbers) => percentText(numbers.noShows, numbers),
      inFile: [[noShows, (numbers) => numbers.noShows]],
    },
    {
      heading: cancelled,
      text: (numbers) => countText(numbers.cancelled),
      detail: (numbers) => percentText(numbers.cancelled, numbers),
      inFile: [[cancelled, (numbers) => numbers.cancelled]],
    },
    {
      heading: late,
      source: 'history',
      text: ({ cancelledLate }) => countText(cancelledLate),
      detail: (numbers) => percentText(numbers.cancelledLate, numbers),
      inFile: [[late, ({ cancelledLate }) => cancelledLate]],
    },
    {
      heading: t({ message: 'Median wait', comment: 'from check-in until treatment begins' }),
      source: 'history',
      text: (numbers) => durationOf(medianWait(numbers)),
      inFile: [[t`Median wait in minutes`, (numbers) => minutesOf(medianWait(numbers))]],
    },
    {
      heading: t({ message: 'Longest wait', comment: 'from check-in until treatment begins' }),
      source: 'history',
      text: (numbers) => durationOf(longestWait(numbers)),
      inFile: [[t`Longest wait in minutes`, (numbers) => minutesOf(longestWait(numbers))]],
    },
    {
      heading: t({ message: 'Shift hours booked', comment: 'the share of the vets’ working hours with appointments' }),
      source: 'plan',
      text: ({ shiftTime }) => shiftTime && percent.format(shiftTime.taken / shiftTime.planned),
      detail: ({ shiftTime }) => shiftTime && hoursText(shiftTime),
      bar: ({ shiftTime }) => (shiftTime ? shiftTime.taken / shiftTime.planned : 0),
      inFile: [
        [t`Shift hours`, ({ shiftTime }) => hoursOf(shiftTime?.planned)],
        [t`Shift hours with appointments`, ({ shiftTime }) => hoursOf(shiftTime?.taken)],
      ],
    },
  ];
  return columns.filter(({ source }) => source === undefined || has[source]);
}

function hoursText({ taken, planned }: NonNullable<Numbers['shiftTime']>): string {
  const [with_, all] = [taken, planned].map((time) => hours.format(time / HOUR_MS));
  return t({ message: `${with_} of ${all} h`, comment: 'hours with appointments, all hours on duty' });
}
