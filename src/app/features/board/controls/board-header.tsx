import { use } from 'react';
import { useMedia } from '#app/browser/use-media.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { dayHeading, weekHeading } from '#app/components/date-heading.ts';
import { DateNavigation } from '#app/components/date-navigation.tsx';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { PageHeader } from '#app/components/page-header.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { StoreMenu, storeNames } from '#app/session/store-menu.tsx';
import { listText } from '#app/text/list-text.ts';
import { VIEWS_FIT_QUERY, ViewSwitcher } from './view-switcher.tsx';

/** The header of the calendar: day, stores and view. */
export function BoardHeader() {
  const { choice, onChange } = useBoard();
  const { date, today, view, stores, storeIds } = choice;
  const firstWeekday = use(FirstWeekdayContext);
  const viewsFit = useMedia(VIEWS_FIT_QUERY);
  const isWeek = view === 'week';
  const heading = isWeek
    ? weekHeading(date, firstWeekday(), { length: 'short', today })
    : dayHeading(date, { length: 'short', today });
  const names = storeNames(stores, storeIds);
  useTitle(stores.length > 1 ? `${heading} · ${listText(names)}` : heading);
  return (
    <PageHeader>
      <DateNavigation {...{ date, today, week: isWeek }} onDate={(next) => onChange({ date: next })} />
      <StoreMenu stores={stores} storeIds={storeIds} onStores={(chosen) => onChange({ stores: chosen })} />
      {viewsFit ? <ViewSwitcher /> : null}
    </PageHeader>
  );
}
