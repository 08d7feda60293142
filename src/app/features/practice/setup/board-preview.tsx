import { t } from '@lingui/core/macro';
import { hourText, weekdayName } from '#app/scheduling/time-text.ts';
import { listText } from '#app/text/list-text.ts';
import { type Preview, previewOf } from './preview.ts';
import type { SetupValues } from './setup-values.ts';

/** The height of the drawn day in pixels. */
const HEIGHT = 540;

/** A look at the board that comes of what was typed. */
export function BoardPreview({ values }: { values: SetupValues }) {
  const { hours, rooms, visitTypes } = values;
  const preview = previewOf({ hours, rooms, visitTypes });
  const day = preview ? weekdayName(preview.weekday) : '';
  const types = preview ? listText(preview.withoutRoom) : '';
  const count = preview?.withoutRoom.length ?? 0;
  return (
    <figure aria-label={t`A look at your board`} className="flex min-w-0 flex-col gap-2">
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <p dir="auto" className="truncate border-b border-line px-3 py-2 font-semibold">
          {values.name.trim() === '' ? t`Your practice` : values.name}
        </p>
        {preview ? (
          <Day preview={preview} />
        ) : (
          <p className="px-3 py-8 text-center text-muted">{t`Closed all week: open at least one day to see it.`}</p>
        )}
      </div>
      <figcaption className="text-xs text-muted">
        {preview ? <p>{t`${day}, with one visit of each type where it would be.`}</p> : null}
        {count > 0 ? (
          <p className="mt-1 text-warn">
            {t({ message: `No room is for: ${types}`, comment: 'names of visit types' })}
          </p>
        ) : null}
      </figcaption>
    </figure>
  );
}

function Day({ preview: { from, to, open, columns } }: { preview: Preview }) {
  const scale = HEIGHT / (to - from);
  const place = (range: { from: number; to: number }) => ({
    top: (range.from - from) * scale,
    height: (range.to - range.from) * scale,
  });
  const hours = Array.from({ length: (to - from) / 60 }, (_, nth) => from + nth * 60);
  // Every other hour where all do not fit.
  const step = hours.length > 14 ? 2 : 1;
  return (
    // Drawn for the eye: what it shows is said in the fields.
    <div aria-hidden="true" className="flex overflow-x-auto text-xs">
      <div className="w-13 shrink-0">
        <div className="h-9 border-b border-line" />
        <div className="relative" style={{ height: HEIGHT }}>
          {hours
            .filter((_, nth) => nth % step === 0)
            .map((hour) => (
              <span
                key={hour}
                className="absolute end-1.5 text-[0.6875rem] text-muted tabular-nums"
                style={{ top: (hour - from) * scale }}
              >
                {hourText(hour)}
              </span>
            ))}
        </div>
      </div>
      {columns.map(({ key, name, visits }) => (
        <div key={key} className="min-w-20 grow basis-0 border-s border-line">
          <p dir="auto" className="grid h-9 place-items-center border-b border-line px-1 text-center font-semibold">
            <span className="line-clamp-2 text-xs leading-4 wrap-anywhere">{name}</span>
          </p>
          <div className="relative bg-sunken forced-colors:bg-[GrayText]" style={{ height: HEIGHT }}>
            {open.map((range) => (
              <div key={range.from} className="absolute inset-x-0 bg-surface" style={place(range)} />
            ))}
            {hours.map((hour) => (
              <div
                key={hour}
                className="absolute inset-x-0 border-t border-line"
                style={{ top: (hour - from) * scale }}
              />
            ))}
            {visits.map((visit) => (
              <p
                key={visit.from}
                dir="auto"
                className="absolute start-0.5 end-1.5 truncate rounded-sm border border-s-4 border-line border-s-accent bg-accent-soft px-1 text-[0.6875rem] leading-3 text-ink"
                style={place(visit)}
              >
                {visit.name}
              </p>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
