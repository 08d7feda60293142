import { html, raw } from 'hono/html';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import type { NoticeTexts, PageTexts } from '#client-texts/client-texts.ts';
import type { ClientLanguage } from '#contract/enums.ts';
import { orderLanguages } from './languages.ts';
import { pageStyle, styleSource } from './style.ts';

/** HTML in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** The language of a page, and the client's own language as the practice knows it (null if unknown), which is offered first. */
export interface PageLanguage {
  language: ClientLanguage;
  own: ClientLanguage | null;
}

/**
 * Renders the control that chooses a language: an element around its name, with attributes that state the language of
 * the name.
 */
export type LanguageControl = (language: ClientLanguage, attributes: Html, name: string) => Html;

interface PageContent {
  title: string;
  practiceName?: string | null;
  body: Html | Html[];
  /** The control that chooses a language: by default a link to the same path; null for a page without a choice. */
  languageControl?: LanguageControl | null;
  /** The content before the choice of language. */
  lead?: Html | null;
  /** A line above the title, such as `Step 1 of 4`. */
  kicker?: string | null;
  /** A script that the headers of the response allow; by default there is none. */
  script?: string | null;
}

/**
 * A page of the public door: one narrow column that needs no script and loads nothing.
 *
 * @example renderPage({ language: 'en', own: null }, { title: 'Your appointment', practiceName, body: html`<p>…</p>` })
 */
export function renderPage(
  { language, own }: PageLanguage,
  {
    title,
    practiceName = null,
    body,
    languageControl = languageLink,
    lead = null,
    kicker = null,
    script = null,
  }: PageContent,
): Html {
  const { direction, page: texts } = allClientTexts[language];
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${practiceName === null ? title : `${title} · ${practiceName}`}</title>
<style>${raw(pageStyle)}</style>
</head>
<body>
<div class="page">
<header>
${practiceName === null ? '' : html`<p class="practice"><bdi>${practiceName}</bdi></p>`}
${lead ?? ''}
${languageControl === null ? '' : languageChoice({ language, own }, { label: texts.language, languageControl })}
</header>
<main>
${kicker === null ? '' : html`<p class="kicker">${kicker}</p>`}
<h1>${title}</h1>
${body}
</main>
</div>
${script === null ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>
`;
}

const globeIcon = raw(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M2 12h20M12 2a15 15 0 0 1 0 20M12 2a15 15 0 0 0 0 20"/></svg>',
);

const languageLink: LanguageControl = (tag, attributes, name) => html`<a href="?lang=${tag}"${attributes}>${name}</a>`;

function languageChoice(
  { language, own }: PageLanguage,
  { label, languageControl }: { label: string; languageControl: LanguageControl },
): Html {
  const controls = orderLanguages(own).map((tag) => {
    const { name, direction } = allClientTexts[tag];
    const current = tag === language ? raw(' aria-current="true"') : '';
    return html`<li>${languageControl(tag, html` lang="${tag}" dir="${direction}"${current}`, name)}</li>`;
  });
  return html`<nav aria-label="${label}"><details class="languages">
<summary>${globeIcon}${allClientTexts[language].name}</summary>
<ul>${controls}</ul>
</details></nav>`;
}

/** A page with a single message, for example that the requested page does not exist. */
export function noticePage(at: PageLanguage, notice: (texts: PageTexts) => NoticeTexts): Html {
  const { title, text } = notice(allClientTexts[at.language].page);
  return renderPage(at, { title, body: html`<section><p>${text}</p></section>` });
}

/** The content security policy of a page: it loads nothing and sends its forms to itself. `ancestors` may frame it. */
export const contentPolicy = ({ ancestors, script = null }: { ancestors: string; script?: string | null }): string =>
  `default-src 'none'; style-src ${styleSource}; ${script === null ? '' : `script-src ${script}; `}form-action 'self'; frame-ancestors ${ancestors}; base-uri 'none'`;

/**
 * The headers of every response: a page loads nothing, sends its forms to itself, and is not framed. Its address, which
 * contains a secret, is not sent as a referrer, and the page is neither stored nor indexed.
 */
export const pageHeaders = {
  'Content-Security-Policy': contentPolicy({ ancestors: "'none'" }),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;
