import type { StartRequest } from '#app/api/answers-ahead.ts';
import { readPerson } from '#app/api/stored-person.ts';
import { applyTheme, themes } from '#app/appearance/theme.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { applyLanguage, regionWeekday, shownLanguage } from '#app/language/shown-language.ts';
import { isSignOutDue } from '#app/session/desk-lock.ts';
import { startAddress } from './start-request.ts';

// A classic script above the outline in index.html. It requests what the first screen shows, long before the app's code
// has arrived, and the outline is painted in the right theme and direction. To stay small, it reads stored values without
// the app's schemas: a wrong guess of the day only means that the app requests the right one, and a wrong theme only lasts
// until the app renders.

declare global {
  interface Window {
    /** What this script has requested; missing if nothing may be requested before a sign-out. */
    startRequest?: StartRequest;
  }
}

function stored(store: Pick<Storage, 'getItem'>, key: string): Record<string, unknown> {
  try {
    return JSON.parse(store.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

const preferences = { ...stored(localStore, 'frontdesk.board'), ...stored(sessionStore, 'frontdesk.tab') };
const now = Date.now();
if (!isSignOutDue(localStore, now)) {
  // `Intl` takes much longer.
  const zone = globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const address = startAddress({ location, preferences, zone, now, regionWeekday: regionWeekday() });
  window.startRequest = {
    response: fetch(address).catch(() => null),
    sentAt: now,
    person: readPerson(localStore),
  };
}

const texts = document.querySelector<HTMLMetaElement>(`meta[name="texts-${shownLanguage.tag}"]`);
if (texts !== null) {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '' });
  link.href = texts.content;
  document.head.append(link);
}

applyTheme(themes.find((one) => one === preferences['theme']) ?? 'system');
applyLanguage();
