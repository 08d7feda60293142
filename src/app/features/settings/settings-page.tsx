import { t } from '@lingui/core/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { boardDensities, densityLabels } from '#app/addresses/board-search.ts';
import { SetUpLink } from '#app/addresses/links.tsx';
import type { SettingsPart } from '#app/addresses/targets.ts';
import { companyName } from '#app/api/directory.ts';
import { applyTheme, type Theme } from '#app/appearance/theme.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { hasOwnCalendar } from '#app/commands/commands.ts';
import { PageHeader } from '#app/components/page-header.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { chooseLanguage, languages } from '#app/language/languages.ts';
import { readChosenLanguage, regionFirstWeekday, saveLanguage } from '#app/language/shown-language.ts';
import {
  bookingStatuses,
  type Preferences,
  readPreferences,
  savePreferences,
  saveStores,
} from '#app/session/preferences.ts';
import { SignOut } from '#app/session/sign-out.tsx';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { weekdayName } from '#app/text/time-text.ts';
import { LockSetting } from './lock-setting.tsx';
import { MyCalendar } from './my-calendar.tsx';
import { MyPin } from './my-pin.tsx';
import { SourceAndLicence } from './source-and-licence.tsx';

interface Setting<Value> {
  /** `lang` is the language of a label if it is not the page's. */
  options: readonly { value: Value; label: string; lang?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The name of a language in that language, such as `Deutsch`. `tag` is its BCP 47 tag. */
function nativeName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** The choice of language. The value is a BCP 47 tag, or null for the browser's language. */
function languageSetting(): Setting<string | null> {
  const own = nativeName(chooseLanguage(null, navigator.languages).tag);
  return {
    options: [
      { value: null, label: t`Same as this browser (${own})` },
      ...languages.map(({ tag }) => ({ value: tag, label: nativeName(tag), lang: tag })),
    ],
    value: languages.find(({ tag }) => tag === readChosenLanguage())?.tag ?? null,
    onChange: (tag) => {
      // The page is reloaded because all texts change.
      if (saveLanguage(tag)) location.reload();
    },
  };
}

function themeOptions(): readonly { value: Theme; label: string }[] {
  return [
    { value: 'system', label: t`Same as this computer` },
    { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
    { value: 'dark', label: t({ message: 'Dark', context: 'theme' }) },
  ];
}

/** The ISO weekdays on which weeks begin in some region: Monday, Saturday, Sunday. */
const FIRST_WEEKDAYS = [1, 6, 7] as const;
function weekdayOptions() {
  const usual = weekdayName(regionFirstWeekday());
  return [
    { value: null, label: t`Default for this region (${usual})` },
    ...FIRST_WEEKDAYS.map((weekday) => ({ value: weekday, label: weekdayName(weekday) })),
  ];
}

/** The settings page. Almost all settings are stored in this browser, and each choice applies at once. */
export function SettingsPage() {
  const { session, company, companies } = useDesk();
  const { statuses } = useReference();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => readPreferences(localStore));
  function savePreference(choice: Partial<Preferences>) {
    savePreferences(localStore, choice);
    setChosen({ ...chosen, ...choice });
  }
  function chooseCompany(companyId: string) {
    saveStores(localStore, sessionStore, { companyId, storeIds: [] });
    void navigate({ to: '/settings', search: { company: companyId }, replace: true });
  }
  useTitle(texts.settings);
  const location = useLocation();
  useEffect(() => {
    // The browser looks for the element in the URL fragment before this page is rendered, so the page scrolls to it here.
    const part = location.hash === '' ? null : document.getElementById(location.hash);
    part?.scrollIntoView();
    part?.querySelector<HTMLElement>('input:checked, input, button')?.focus({ preventScroll: true });
  }, [location]);
  return (
    <>
      <PageHeader title={texts.settings} />
      <main className="min-h-0 grow overflow-y-auto text-sm">
        <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-3 pt-1 pb-8">
          <p className="text-muted">{t`Changes apply at once and are saved in this browser.`}</p>
          <SettingChoice id="language" label={t`Language`} setting={languageSetting()} />
          <SettingChoice
            id="theme"
            label={t`Theme`}
            setting={{
              options: themeOptions(),
              value: chosen.theme,
              onChange: (theme) => {
                applyTheme(theme);
                savePreference({ theme });
              },
            }}
          />
          <SettingChoice
            id="density"
            label={t`Calendar density`}
            setting={{
              options: boardDensities.map((density) => ({ value: density, label: densityLabels[density] })),
              value: chosen.density,
              onChange: (density) => savePreference({ density }),
            }}
          />
          <SettingChoice
            id="first-day"
            label={t`First day of the week`}
            setting={{
              options: weekdayOptions(),
              value: chosen.firstWeekday,
              onChange: (firstWeekday) => savePreference({ firstWeekday }),
            }}
          />
          <SettingChoice
            id="new-bookings"
            label={t`Status of new bookings`}
            setting={{
              options: bookingStatuses.map((status) => ({ value: status, label: statuses.of(status).label })),
              value: chosen.bookingStatus,
              onChange: (bookingStatus) => savePreference({ bookingStatus }),
            }}
          />
          <SettingChoice
            id="single-keys"
            label={t`Single-key shortcuts, such as n for New appointment`}
            setting={{
              options: [
                { value: true, label: t({ message: 'On', context: 'a setting' }) },
                { value: false, label: t({ message: 'Off', context: 'a setting' }) },
              ],
              value: chosen.letterKeys,
              onChange: (letterKeys) => savePreference({ letterKeys }),
            }}
          />
          {companies.length > 1 ? (
            <SettingChoice
              id="company"
              label={t`Company`}
              setting={{
                options: companies.map((one) => ({ value: one.id, label: companyName(one) })),
                value: company.id,
                onChange: chooseCompany,
              }}
            />
          ) : null}
          {session.access === 'sign_in' ? (
            <>
              {hasOwnCalendar(session) ? (
                <SettingsSection title={t`My calendar elsewhere`} id="my-calendar">
                  <MyCalendar />
                </SettingsSection>
              ) : null}
              <SettingsSection title={t`My PIN`} id="my-pin">
                <MyPin session={session} />
              </SettingsSection>
              <div id={'lock' satisfies SettingsPart}>
                <LockSetting session={session} className={boxClass} />
              </div>
              <SettingsSection title={texts.signedIn} id="session">
                <SignOut session={session} />
              </SettingsSection>
            </>
          ) : null}
          {session.demo ? (
            <SettingsSection title={t`Demo practice`}>
              <p>{t`Everything in this practice is made up. Book, move and cancel as you like.`}</p>
              <SetUpLink />
            </SettingsSection>
          ) : null}
          <SettingsSection title={t`Source and licence`} id="licence">
            <SourceAndLicence />
          </SettingsSection>
        </div>
      </main>
    </>
  );
}

const boxClass = 'rounded-lg border border-line bg-surface px-4 pt-2 pb-3';

interface SettingChoiceProps<Value> {
  /** The URL fragment of links to this setting. */
  id: SettingsPart;
  label: string;
  setting: Setting<Value>;
}

function SettingChoice<Value>({ id, label, setting }: SettingChoiceProps<Value>) {
  return (
    <div id={id}>
      <RadioChoice className={boxClass} look="plain" label={label} labelClass="block pb-1 font-semibold" {...setting} />
    </div>
  );
}

/** `id` is the URL fragment of links to this part. */
function SettingsSection({ title, id, children }: { title: string; id?: SettingsPart; children: ReactNode }) {
  return (
    <section aria-label={title} id={id} className={boxClass}>
      <h2 className="pb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
