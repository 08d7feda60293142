import { useState } from 'react';
import { lazy } from '#app/components/lazy.tsx';
import { FrameLink, type FrameLinkProps } from './frame-pages.tsx';
import type { RequestsCount } from './requests-count.tsx';

const RequestsCounter = lazy({
  load: () => import('./requests-count.tsx').then((module) => module.RequestsCounter),
});

interface PageLinkProps extends FrameLinkProps {
  /** Whether the desk has loaded, with its company. */
  isLoaded: boolean;
}

/** A link to a page; the link to the requests shows how many there are. */
export function PageLink({ isLoaded, ...link }: PageLinkProps) {
  return link.page === 'requests' && isLoaded ? <RequestsLink {...link} /> : <FrameLink {...link} />;
}

function RequestsLink(props: FrameLinkProps) {
  const [count, setCount] = useState<RequestsCount | null>(null);
  return (
    <>
      <FrameLink {...props} {...count} />
      <RequestsCounter onCount={setCount} />
    </>
  );
}
