import { t } from '@lingui/core/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { Settings, X } from 'lucide-react';
import { useState } from 'react';
import { companyName } from '#app/api/directory.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { lazy } from '#app/components/lazy.tsx';
import { offeredParts } from '#app/features/practice/practice-parts.ts';
import { SearchField } from '#app/features/search/search-field.tsx';
import { keepInTab, readPreferences, savePreferences } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';

export const SessionMenu = lazy({
  load: () => import('#app/features/session/session-menu.tsx').then((module) => module.SessionMenu),
  Fallback: ({ children }) => <div>{children}</div>,
});

/** The links from the board to other screens, at the end of its footer. */
export function BoardMenu() {
  const { session, company, companies } = useDesk();
  const navigate = useNavigate({ from: '/' });
  return (
    <>
      <Link
        to="/appointments"
        search={({ company: wanted }) => ({ company: wanted })}
        className="flex min-h-6 items-center font-medium text-accent"
      >
        {words.allAppointments}
      </Link>
      <SearchField className="w-55" />
      {companies.length > 1 ? (
        <select
          aria-label={t`Company`}
          value={company.id}
          onChange={(event) => {
            const place = { companyId: event.target.value, storeIds: [] };
            savePreferences(localStore, place);
            keepInTab(sessionStore, place);
            void navigate({ search: { company: place.companyId } });
          }}
          className="min-h-6 rounded border border-line-strong bg-surface px-1"
        >
          {companies.map((one) => (
            <option key={one.id} value={one.id} dir="auto">
              {companyName(one)}
            </option>
          ))}
        </select>
      ) : null}
      {session.demo ? <DemoHint /> : null}
      <span className="ms-auto flex items-center gap-x-3">
        <PracticeLinks className="min-h-6" />
        {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
        <SettingsLink className="size-6 text-accent" />
      </span>
    </>
  );
}

/** The links to the plan of the staff, where there is one, and to the practice itself, for those who may manage it. */
export function PracticeLinks({ className }: { className: string }) {
  const { session } = useDesk();
  const links = [
    session.capabilities.listAvailability && (['/duty', words.duty] as const),
    offeredParts(session).length > 0 && (['/practice', words.practice] as const),
  ];
  return links.map((link) =>
    link ? (
      <Link
        key={link[0]}
        to={link[0]}
        search={({ company: wanted }) => ({ company: wanted })}
        className={`flex items-center font-medium text-accent ${className}`}
      >
        {link[1]}
      </Link>
    ) : null,
  );
}

/** The link to the settings. */
export function SettingsLink({ className }: { className: string }) {
  return (
    <Link
      to="/settings"
      search={({ company: wanted }) => ({ company: wanted })}
      aria-label={words.settings}
      title={words.settings}
      className={`grid place-items-center rounded-md hover:bg-sunken ${className}`}
    >
      <Settings aria-hidden="true" size={15} />
    </Link>
  );
}

/** The link from a screen that has nothing to show to the board. */
export function BoardLink({ text = t`Go to the calendar` }: { text?: string }) {
  return (
    <Link to="/" className="inline-flex min-h-9 items-center font-medium text-accent underline">
      {text}
    </Link>
  );
}

/** The link with which a practice of one's own is begun; nothing where none can be set up here. */
export function BeginLink({ className = '' }: { className?: string }) {
  const { session } = useDesk();
  if (session.setUp === null) return null;
  return (
    <Link to="/setup" className={`inline-flex items-center font-medium text-accent underline ${className}`}>
      {t({ message: 'Begin with your own', comment: 'with a practice of one’s own instead of the demo' })}
    </Link>
  );
}

/** Says that the practice is the demo, and leads to one's own, until it is dismissed. The settings have it, too. */
function DemoHint() {
  const { session } = useDesk();
  const [seen, setSeen] = useState(() => readPreferences(localStore).demoSeen);
  if (seen) return null;
  return (
    <span className="flex items-center gap-x-1">
      {t`This is a demo practice`}
      {session.setUp === null ? null : ' · '}
      <BeginLink className="min-h-6" />
      <button
        type="button"
        aria-label={t`Put away the line about the demo`}
        title={t({ message: 'Put away', comment: 'a line that is not wanted any more' })}
        onClick={() => {
          savePreferences(localStore, { demoSeen: true });
          setSeen(true);
        }}
        className="grid size-6 place-items-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden="true" size={13} />
      </button>
    </span>
  );
}
