import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { Popover } from '#app/components/popover.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { words } from '#app/text/shared-texts.ts';

interface BoardFooterProps {
  received: number;
  shown: number;
  filtered: number;
  /** The ids of records that could not be read; an empty text for one without an id. */
  unreadableIds: readonly string[];
  /** The state of the connection. */
  live: ReactNode;
  /** What needs somebody now, false until that is there; null on another day than today. */
  now: ReactNode;
  children?: ReactNode;
}

/** The footer of the board: how up to date the board is, and what of the day could not be read. */
export function BoardFooter({ received, shown, filtered, unreadableIds, live, now, children }: BoardFooterProps) {
  const listId = useId();
  const count = unreadableIds.length;
  const all = received.toLocaleString(shownLocale);
  const drawn = shown.toLocaleString(shownLocale);
  const filteredOut = filtered.toLocaleString(shownLocale);
  const unreadable = count.toLocaleString(shownLocale);
  const said = t`${plural(count, { one: '# record could not be read', other: '# records could not be read' })}`;
  return (
    <footer className="flex flex-wrap items-center gap-x-4 border-t border-line bg-surface px-3 py-1 text-xs whitespace-nowrap text-muted tabular-nums">
      {live}
      {count > 0 ? (
        <span className="font-medium text-warn">
          {said} ·{' '}
          <Popover label={said} buttonClass="min-h-6 underline" button={words.show}>
            <div className="max-w-80 p-1.5 text-sm font-normal whitespace-normal text-ink">
              <p id={listId}>
                {t`These are appointments of this day all the same, and they take time. Look them up in the practice system.`}
              </p>
              <ul aria-labelledby={listId} className="my-2 font-mono text-xs break-all select-all">
                {unreadableIds.map((id, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: records without any id are told apart by their place.
                  <li key={`${id} ${index}`}>{id === '' ? t`a record without an id` : <bdi>{id}</bdi>}</li>
                ))}
              </ul>
              <p>{t`${all} received = ${drawn} shown + ${filteredOut} filtered out + ${unreadable} unreadable`}</p>
            </div>
          </Popover>
        </span>
      ) : null}
      {/* It takes what the others leave, so that it moves none of them; on a phone it has its line above them. */}
      <div className={`min-w-0 flex-1 max-sm:order-first max-sm:basis-full ${now === null ? '' : 'max-sm:min-h-6'}`}>
        {now}
      </div>
      {children}
    </footer>
  );
}
