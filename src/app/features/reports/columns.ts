import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { durationText } from '#app/text/time-text.ts';
import { medianOf, type ReportNumbers } from './reports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The data that a column needs in addition to the appointments. */
export type ReportSource = 'history' | 'plan';

/** A column of a report, on screen and in exported files. */
export interface ReportColumn {
  heading: string;
  source?: ReportSource;
  /** The number as text; null if it is unknown. */
  text: (numbers: ReportNumbers) => string | null;
  /** Secondary text next to the number. */
  detail?: (numbers: ReportNumbers) => string | null;
  /** The length of the bar, from 0 to 1; `most` is the number of appointments in the row with
   * the most. */
  bar?: (numbers: ReportNumbers, most: number) => number;
  /** The columns of an exported file with the numbers of this column. */
  inFile: readonly (readonly [heading: string, value: (numbers: ReportNumbers) => number | null])[];
}

const countFormat = new Intl.NumberFormat(shownLocale);
const percentFormat = new Intl.NumberFormat(shownLocale, { style: 'percent', maximumFractionDigits: 0 });
const hoursFormat = new Intl.NumberFormat(shownLocale, { maximumFractionDigits: 0 });

const countText = (value: number | null) => (value === null ? null : countFormat.format(value));
const percentText = (part: number | null, { booked }: ReportNumbers) =>
  part === null || booked === 0 ? null : percentFormat.format(part / booked);

const toMinutes = (time: number | null | undefined) => (time == null ? null : Math.round(time / MINUTE_MS));
const toDurationText = (time: number | null | undefined) => (time == null ? null : durationText(time / MINUTE_MS));
const toHours = (time: number | undefined) => (time === undefined ? null : Math.round(time / (HOUR_MS / 100)) / 100);

const medianWait = ({ waits }: ReportNumbers) => waits && medianOf(waits);
const longestWait = ({ waits }: ReportNumbers) => waits?.at(-1);

/** The columns of a report from first to last, without those whose data is unavailable. */
export function reportColumns(has: Readonly<Record<ReportSource, boolean>>): ReportColumn[] {
  const appointments = t`Appointments`;
  const noShows = t({ message: 'No-shows', comment: 'appointments to which nobody came' });
  const cancelled = t({ message: 'Cancelled', comment: 'heading of a column with numbers of appointments' });
  const late = t({ message: 'Cancelled late', comment: 'less than 24 hours before the appointment' });
  const columns: ReportColumn[] = [
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
      text: (numbers) => toDurationText(medianWait(numbers)),
      inFile: [[t`Median wait in minutes`, (numbers) => toMinutes(medianWait(numbers))]],
    },
    {
      heading: t({ message: 'Longest wait', comment: 'from check-in until treatment begins' }),
      source: 'history',
      text: (numbers) => toDurationText(longestWait(numbers)),
      inFile: [[t`Longest wait in minutes`, (numbers) => toMinutes(longestWait(numbers))]],
    },
    {
      heading: t({ message: 'Shift hours booked', comment: 'the share of the vets’ working hours with appointments' }),
      source: 'plan',
      text: ({ shiftTime }) => shiftTime && percentFormat.format(shiftTime.taken / shiftTime.planned),
      detail: ({ shiftTime }) => shiftTime && hoursText(shiftTime),
      bar: ({ shiftTime }) => (shiftTime ? shiftTime.taken / shiftTime.planned : 0),
      inFile: [
        [t`Shift hours`, ({ shiftTime }) => toHours(shiftTime?.planned)],
        [t`Shift hours with appointments`, ({ shiftTime }) => toHours(shiftTime?.taken)],
      ],
    },
  ];
  return columns.filter(({ source }) => source === undefined || has[source]);
}

function hoursText({ taken, planned }: NonNullable<ReportNumbers['shiftTime']>): string {
  const [with_, all] = [taken, planned].map((time) => hoursFormat.format(time / HOUR_MS));
  return t({ message: `${with_} of ${all} h`, comment: 'hours with appointments, all hours on duty' });
}
