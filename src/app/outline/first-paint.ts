import type { StartRequest } from '#app/api/preloaded-responses.ts';
import { applyTheme, themes } from '#app/appearance/theme.ts';
import { applyLanguage, shownLanguage } from '#app/language/shown-language.ts';
import { readRawPreferences, sendStartRequest } from './start-request.ts';

// A classic script above the outline in index.html. Long before the app's code has arrived, it requests what the first
// screen shows, and sets the theme and the direction in which the outline is painted. To stay small, it reads stored
// values without the app's schemas. A wrong guess of the day only means that the app requests the right one, and a
// wrong theme only lasts until the app renders.

declare global {
  interface Window {
    /** The request of this script; null if none was sent, missing if the script could not run. */
    startRequest?: StartRequest | null;
  }
}

window.startRequest = sendStartRequest({ fetch, location, now: Date.now() });

const texts = document.querySelector<HTMLMetaElement>(`meta[name="texts-${shownLanguage.tag}"]`);
if (texts !== null) {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '' });
  link.href = texts.content;
  document.head.append(link);
}

const { theme } = readRawPreferences();
applyTheme(themes.find((one) => one === theme) ?? 'system');
applyLanguage();
