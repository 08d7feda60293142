import { applyTheme, themes } from '#app/appearance/theme.ts';
import { applyLanguage, shownLanguage } from '#app/language/shown-language.ts';

// A classic script above the outline in index.html, so that the outline is painted in the right theme and direction
// before the app's code arrives. To stay small, it reads stored values without the app's schemas: a wrong guess only
// lasts until the app renders.

function storedTheme(): unknown {
  try {
    return JSON.parse(localStorage.getItem('frontdesk.board') ?? '{}')?.theme;
  } catch {
    return null;
  }
}

const texts = document.querySelector<HTMLMetaElement>(`meta[name="texts-${shownLanguage.tag}"]`);
if (texts !== null) {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '' });
  link.href = texts.content;
  document.head.append(link);
}

const theme = storedTheme();
applyTheme(themes.find((one) => one === theme) ?? 'system');
applyLanguage();
