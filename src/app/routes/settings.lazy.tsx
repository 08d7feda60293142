import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { companyName } from '#app/api/directory.ts';
import { applyTheme } from '#app/appearance/theme.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { BeginLink } from '#app/features/frame/links.tsx';
import { SignOut } from '#app/features/frame/person-menu.tsx';
import { SettingsScreen } from '#app/features/settings/settings-screen.tsx';
import { boardDensities, densityLabels } from '#app/session/board-search.ts';
import { keepInTab, type Preferences, readPreferences, savePreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';

/** The settings of this browser, as they are chosen. */
export function Settings() {
  const { session, company, companies } = useDesk();
  const { statuses } = useReference();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => readPreferences(localStore));
  function choose(choice: Partial<Preferences>) {
    savePreferences(localStore, choice);
    setChosen({ ...chosen, ...choice });
  }
  return (
    <SettingsScreen
      theme={{
        value: chosen.theme,
        onChange: (theme) => {
          applyTheme(theme);
          choose({ theme });
        },
      }}
      density={{
        options: boardDensities.map((density) => ({ value: density, label: densityLabels[density] })),
        value: chosen.density,
        onChange: (label) => choose({ density: boardDensities.find((density) => density === label) ?? chosen.density }),
      }}
      firstWeekday={{ value: chosen.firstWeekday, onChange: (firstWeekday) => choose({ firstWeekday }) }}
      bookingStatus={{
        options: (['requested', 'confirmed'] as const).map((status) => ({
          value: status,
          label: statuses.of(status).label,
        })),
        value: chosen.bookingStatus,
        onChange: (bookingStatus) => choose({ bookingStatus }),
      }}
      letterKeys={{ value: chosen.letterKeys, onChange: (letterKeys) => choose({ letterKeys }) }}
      company={{
        options: companies.map((one) => ({ value: one.id, label: companyName(one) })),
        value: company.id,
        onChange: (companyId) => {
          const place = { companyId, storeIds: [] };
          choose(place);
          keepInTab(sessionStore, place);
          void navigate({ to: '/settings', search: { company: companyId }, replace: true });
        },
      }}
      session={session.access === 'sign_in' ? <SignOut session={session} /> : null}
      demo={session.demo ? <BeginLink /> : null}
    />
  );
}
