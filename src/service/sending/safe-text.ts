/*
 * Makes typed text safe in messages, so that it does not affect the order of the text around it, and is plain text in HTML.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const LEFT_TO_RIGHT = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])\p{L}|\p{Nd}/u;
/** The characters that change the direction of the text after them. People may have pasted them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Prepares a typed text for use within a text of this direction. Lines with text whose script runs in the other direction
 * (within Arabic, also lines with digits) are isolated, so that they do not change the order of the text around them.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  const opposite = direction === 'ltr' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT;
  return text
    .replaceAll(DIRECTION_MARKS, '')
    .split('\n')
    .map((line) => (opposite.test(line) ? `\u2068${line}\u2069` : line))
    .join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** The HTML part of an e-mail: the same text in paragraphs, in which the link can be clicked. */
export function renderHtml(
  text: string,
  { subject, link, language, direction }: { subject: string; link: string | null; language: string; direction: string },
): string {
  const anchor = link === null ? '' : `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const html = escapeHtml(paragraph).replaceAll('\n', '<br>\n');
    return `<p>${link === null ? html : html.replaceAll(escapeHtml(link), () => anchor)}</p>`;
  });
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 36em; margin: 1em; overflow-wrap: anywhere">
${paragraphs.join('\n')}
</body>
</html>
`;
}
