import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

interface WhereToChangeProps {
  /** The URL of the practice system; null if none is configured. */
  url: string | null;
  /** The id of the appointment, which replaces `{id}` in the URL. */
  id: string;
}

/** Says where to change an appointment that can't be changed here, with a link if there is one. */
export function WhereToChange({ url, id }: WhereToChangeProps) {
  if (url === null)
    return <p className="text-xs text-muted">{t`To change status or time, or to cancel, use the practice system.`}</p>;
  const address = url.replaceAll('{id}', encodeURIComponent(id));
  return (
    <p className="text-xs text-muted">
      <Trans>
        To change status or time, or to cancel, use <NewTabLink to={address}>the practice system</NewTabLink>.
      </Trans>
    </p>
  );
}

function NewTabLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-0.5 text-accent hover:underline"
    >
      {children}
      <ExternalLink aria-label={t`(opens in a new tab)`} size={12} className="rtl:-scale-x-100" />
    </a>
  );
}
