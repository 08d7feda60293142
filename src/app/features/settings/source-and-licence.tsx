import { t } from '@lingui/core/macro';
import { ExternalLink } from 'lucide-react';

declare global {
  interface ImportMetaEnv {
    /** The version of this build, set by source-and-licences.build.ts. */
    readonly FRONTDESK_VERSION: string;
  }
}

/**
 * What the licence requires Frontdesk to show everyone who uses it over a network: their rights, and a link to the source of
 * the running version.
 */
export function SourceAndLicence() {
  const version = import.meta.env.FRONTDESK_VERSION;
  return (
    <div className="flex flex-col gap-1">
      <p>
        {t`Frontdesk ${version}, © its authors, is free software under the GNU Affero General Public License, version 3 or later. You may use, study, change and share it. It comes without any warranty.`}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <TextLink href="/licence.txt">{t`Licence`}</TextLink>
        <a href="/source.tar.gz" download={`frontdesk-${version}.tar.gz`} className={linkClass}>
          {t`Source code of this version`}
        </a>
        <TextLink href="/third-party-licences.txt">{t`Licences of the packages in Frontdesk`}</TextLink>
      </p>
    </div>
  );
}

const linkClass = 'inline-flex min-h-6 items-center gap-0.5 text-accent underline';

/** A link that opens a text file in a new tab, since a text file has no link back to Frontdesk. */
function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={linkClass}>
      {children}
      <ExternalLink aria-label={t`(opens in a new tab)`} size={12} className="rtl:-scale-x-100" />
    </a>
  );
}
