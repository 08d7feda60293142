import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { companyName } from '#app/api/directory.ts';
import { applyTheme, type Theme } from '#app/appearance/theme.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { boardDensities, densityLabels } from '#app/features/board/board-views.ts';
import { DemoHelp } from '#app/features/session/demo-help.tsx';
import { SignOut } from '#app/features/session/session-menu.tsx';
import { SettingsScreen } from '#app/features/settings/settings-screen.tsx';
import { chooseLanguage, languages } from '#app/language/languages.ts';
import { chosenLanguage, keepLanguage, shownLocale } from '#app/language/shown-language.ts';
import { regionWeekday } from '#app/routes/board-choice.ts';
import { PageNavigation } from '#app/routes/navigation.tsx';
import { keepInTab, type Preferences, readPreferences, savePreferences } from '#app/routes/preferences.ts';
import { useDesk } from '#app/routes/use-desk.ts';

/** The name of a language in that language. */
function ownName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

function languageOptions() {
  const own = ownName(chooseLanguage(null, navigator.languages).tag);
  return [
    { value: null, label: t`Same as this browser (${own})` },
    ...languages.map(({ tag }) => ({ value: tag, label: ownName(tag), lang: tag })),
  ];
}

function themeOptions(): readonly { value: Theme; label: string }[] {
  return [
    { value: 'system', label: t`Same as this computer` },
    { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
    { value: 'dark', label: t({ message: 'Dark', context: 'theme' }) },
  ];
}

const densityOptions = () => boardDensities.map((density) => ({ value: density, label: densityLabels[density] }));

/** The ISO weekdays that weeks begin with in some region: Monday, Saturday, Sunday. */
const FIRST_WEEKDAYS = [1, 6, 7] as const;
const MONDAY = Date.UTC(2026, 0, 5);
const weekdayFormat = new Intl.DateTimeFormat(shownLocale, { weekday: 'long', timeZone: 'UTC' });
const weekdayName = (weekday: number) => weekdayFormat.format(MONDAY + (weekday - 1) * 86_400_000);
function weekdayOptions() {
  const usual = weekdayName(regionWeekday());
  return [
    { value: null, label: t`Usual here (${usual})` },
    ...FIRST_WEEKDAYS.map((weekday) => ({ value: weekday, label: weekdayName(weekday) })),
  ];
}

/** The settings of this browser. */
export function SettingsPage() {
  const { session, company, companies } = useDesk();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => readPreferences(localStore));
  function choose(choice: Partial<Preferences>) {
    savePreferences(localStore, choice);
    setChosen({ ...chosen, ...choice });
  }
  return (
    <SettingsScreen
      language={{
        options: languageOptions(),
        value: languages.find(({ tag }) => tag === chosenLanguage())?.tag ?? null,
        onChange: (tag) => {
          // All texts change: the page is reloaded.
          if (keepLanguage(tag)) location.reload();
        },
      }}
      theme={{
        options: themeOptions(),
        value: chosen.theme,
        onChange: (theme) => {
          applyTheme(theme);
          choose({ theme });
        },
      }}
      density={{
        options: densityOptions(),
        value: chosen.density,
        onChange: (label) => choose({ density: boardDensities.find((density) => density === label) ?? chosen.density }),
      }}
      firstWeekday={{
        options: weekdayOptions(),
        value: chosen.firstWeekday,
        onChange: (firstWeekday) => choose({ firstWeekday }),
      }}
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
      navigation={<PageNavigation />}
      session={session.access === 'sign_in' ? <SignOut session={session} /> : null}
      demo={session.demo ? <DemoHelp /> : null}
    />
  );
}
