import { plural, t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { useOnlineRequests } from '#app/days/online-requests.ts';
import { useRequestedAppointments } from '#app/days/requested-appointments.ts';
import { useTimeWishes } from '#app/days/time-wishes.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { FrameLinkProps } from './frame-pages.tsx';

/** The number of requests on the link to their page, and the link's accessible name with it. */
export type RequestsCount = Required<Pick<FrameLinkProps, 'count' | 'name'>>;

interface RequestsCounterProps {
  /** Called with the count whenever it changes; null while the requests are loading, or if there are none. */
  onCount: (count: RequestsCount | null) => void;
}

/** Counts the requests that wait for an answer. It is rendered once the page is drawn. */
export function RequestsCounter({ onCount }: RequestsCounterProps) {
  const { coming, isLoaded, isCut } = useRequestedAppointments();
  const { wishes } = useTimeWishes();
  const { open } = useOnlineRequests();
  const waiting = new Set([...coming, ...wishes.map(({ record }) => record), ...open].map(({ id }) => id)).size;
  const isShown = isLoaded && waiting > 0;
  const publish = useEffectEvent(() => onCount(isShown ? describeCount(waiting, isCut) : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when the count has changed.
  useEffect(publish, [isShown, waiting, isCut]);
  return null;
}

function describeCount(waiting: number, isCut: boolean): RequestsCount {
  const number = waiting.toLocaleString(shownLocale);
  const count = isCut ? `${number}+` : number;
  const page = texts.requests;
  const name = t({
    message: `${page} ${count} ${plural(waiting, { one: 'waiting', other: 'waiting' })}`,
    comment: 'spoken, page and count as they are shown: the page “Requests”, and how many of them wait for an answer',
  });
  return { count, name };
}
