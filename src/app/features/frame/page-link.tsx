import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { waitUntilIdle } from '#app/browser/wait-until-idle.ts';
import { useOnlineRequests } from '#app/days/online-requests.ts';
import { useRequestedAppointments } from '#app/days/requested-appointments.ts';
import { useTimeWishes } from '#app/days/time-wishes.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import { FrameLink, type FrameLinkProps } from './frame-pages.tsx';

interface PageLinkProps extends FrameLinkProps {
  /** Whether the desk has loaded, with its company. */
  isLoaded: boolean;
}

/** A link to a page; the link to the requests shows how many there are. */
export function PageLink({ isLoaded, ...link }: PageLinkProps) {
  return link.page === 'requests' && isLoaded ? <RequestsLink {...link} /> : <FrameLink {...link} />;
}

function RequestsLink(props: FrameLinkProps) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // The requests are counted only after the current page has loaded.
    void waitUntilIdle().then(() => setIdle(true));
  }, []);
  const { coming, isLoaded, isCut } = useRequestedAppointments({ enabled: isIdle });
  const { wishes } = useTimeWishes({ enabled: isIdle });
  const { open } = useOnlineRequests({ enabled: isIdle });
  const waiting = new Set([...coming, ...wishes.map(({ record }) => record), ...open].map(({ id }) => id)).size;
  const number = waiting.toLocaleString(shownLocale);
  if (!isLoaded || waiting === 0) return <FrameLink {...props} />;
  const count = isCut ? `${number}+` : number;
  const page = texts.requests;
  const name = t({
    message: `${page} ${count} ${plural(waiting, { one: 'waiting', other: 'waiting' })}`,
    comment: 'spoken, page and count as they are shown: the page “Requests”, and how many of them wait for an answer',
  });
  return <FrameLink {...props} count={count} name={name} />;
}
