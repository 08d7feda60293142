import { applyTheme, themes } from '#app/appearance/theme.ts';
import { applyLanguage, shownLanguage } from '#app/language/shown-language.ts';

// A classic script of its own at the end of index.html, which shows the outline of the screen in its theme and direction before
// the app's code is there. It is small, so it reads what is stored without the schemas of the app: a wrong guess lasts until the
// app renders.

/** The outlines by what they are of: a view of the board, or a page. */
export type Outline = 'rooms' | 'week' | 'list' | 'flow' | 'appointments' | 'settings' | 'page';

function stored(): { theme?: unknown; view?: unknown } {
  try {
    return JSON.parse(localStorage.getItem('frontdesk.board') ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function outlineOf({ pathname, search }: Location, kept: unknown): Outline {
  const page = pathname.slice(1);
  if (page !== '') return page === 'appointments' || page === 'settings' ? page : 'page';
  const narrow = matchMedia('(width < 640px) or (height < 320px)').matches;
  const view = new URLSearchParams(search).get('view') ?? kept ?? (narrow ? 'list' : 'rooms');
  if (view === 'flow' || view === 'overview') return 'flow';
  // Where there is no room for a calendar its day is a list.
  if (view === 'list' || matchMedia('((width < 640px) and (height < 480px)) or (height < 320px)').matches)
    return 'list';
  return view === 'week' ? 'week' : 'rooms';
}

const texts = document.querySelector<HTMLMetaElement>(`meta[name="texts-${shownLanguage.tag}"]`);
if (texts !== null) {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '' });
  link.href = texts.content;
  document.head.append(link);
}

const { theme, view } = stored();
applyTheme(themes.find((one) => one === theme) ?? 'system');
applyLanguage();
const template = document.getElementById(`outline-${outlineOf(location, view)}`);
if (template instanceof HTMLTemplateElement) document.getElementById('root')?.append(template.content.cloneNode(true));
