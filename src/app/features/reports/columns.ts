import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { durationText } from '#app/text/time-text.ts';
import { type Figures, medianOf } from './figures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The data for a column in addition to the appointments. */
export type Source = 'history' | 'plan';

/** A column of the figures, on the screen and in files. */
export interface Column {
  heading: string;
  source?: Source;
  /** The figure in words; null if it is unknown. */
  text: (figures: Figures) => string | null;
  /** Secondary text next to the figure. */
  detail?: (figures: Figures) => string | null;
  /** The length of its bar, 0 to 1; `most` is the highest number of appointments in a row. */
  bar?: (figures: Figures, most: number) => number;
  /** Its columns in a file. */
  inFile: readonly (readonly [heading: string, value: (figures: Figures) => number | null])[];
}

const count = new Intl.NumberFormat(shownLocale);
const percent = new Intl.NumberFormat(shownLocale, { style: 'percent', maximumFractionDigits: 0 });
const hours = new Intl.NumberFormat(shownLocale, { maximumFractionDigits: 0 });

const inWords = (value: number | null) => (value === null ? null : count.format(value));
const shareOf = (part: number | null, { booked }: Figures) =>
  part === null || booked === 0 ? null : percent.format(part / booked);

const minutesOf = (time: number | null | undefined) => (time == null ? null : Math.round(time / MINUTE_MS));
const durationOf = (time: number | null | undefined) => (time == null ? null : durationText(time / MINUTE_MS));
const hoursOf = (time: number | undefined) => (time === undefined ? null : Math.round(time / (HOUR_MS / 100)) / 100);

const median = ({ waits }: Figures) => waits && medianOf(waits);
const longest = ({ waits }: Figures) => waits?.at(-1);

/** The columns in their order. */
export function columnsOf(has: Readonly<Record<Source, boolean>>): Column[] {
  const appointments = t`Appointments`;
  const noShows = t({ message: 'No-shows', comment: 'appointments to which nobody came' });
  const cancelled = t({ message: 'Cancelled', comment: 'heading of a column with numbers of appointments' });
  const late = t({ message: 'Cancelled late', comment: 'less than 24 hours before the appointment' });
  const columns: Column[] = [
    {
      heading: appointments,
      text: ({ booked }) => inWords(booked),
      bar: ({ booked }, most) => booked / most,
      inFile: [[appointments, ({ booked }) => booked]],
    },
    {
      heading: noShows,
      text: (figures) => inWords(figures.noShows),
      detail: (figures) => shareOf(figures.noShows, figures),
      inFile: [[noShows, (figures) => figures.noShows]],
    },
    {
      heading: cancelled,
      text: (figures) => inWords(figures.cancelled),
      detail: (figures) => shareOf(figures.cancelled, figures),
      inFile: [[cancelled, (figures) => figures.cancelled]],
    },
    {
      heading: late,
      source: 'history',
      text: ({ cancelledLate }) => inWords(cancelledLate),
      detail: (figures) => shareOf(figures.cancelledLate, figures),
      inFile: [[late, ({ cancelledLate }) => cancelledLate]],
    },
    {
      heading: t({ message: 'Median wait', comment: 'from check-in until treatment begins' }),
      source: 'history',
      text: (figures) => durationOf(median(figures)),
      inFile: [[t`Median wait in minutes`, (figures) => minutesOf(median(figures))]],
    },
    {
      heading: t({ message: 'Longest wait', comment: 'from check-in until treatment begins' }),
      source: 'history',
      text: (figures) => durationOf(longest(figures)),
      inFile: [[t`Longest wait in minutes`, (figures) => minutesOf(longest(figures))]],
    },
    {
      heading: t({ message: 'Shift hours booked', comment: 'the share of the vets’ working hours with appointments' }),
      source: 'plan',
      text: ({ duty }) => duty && percent.format(duty.taken / duty.planned),
      detail: ({ duty }) => duty && hoursText(duty),
      bar: ({ duty }) => (duty ? duty.taken / duty.planned : 0),
      inFile: [
        [t`Shift hours`, ({ duty }) => hoursOf(duty?.planned)],
        [t`Shift hours with appointments`, ({ duty }) => hoursOf(duty?.taken)],
      ],
    },
  ];
  return columns.filter(({ source }) => source === undefined || has[source]);
}

function hoursText({ taken, planned }: NonNullable<Figures['duty']>): string {
  const [with_, all] = [taken, planned].map((time) => hours.format(time / HOUR_MS));
  return t({ message: `${with_} of ${all} h`, comment: 'hours with appointments, all hours on duty' });
}
