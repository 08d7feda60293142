import { html, raw } from 'hono/html';
import type { PageTexts } from '#client-texts/client-texts.ts';
import type { LinkedStore } from '#service/db/client-links.ts';
import type { Html } from './page.ts';

/**
 * Says how to find and reach the store. The map is only a link, so that the page loads nothing from another site. If
 * sites may embed the page, links open in a new tab, because few other sites allow themselves to be framed.
 */
export function storeSection(
  store: LinkedStore,
  { practiceName, texts, isEmbeddable = false }: { practiceName: string; texts: PageTexts; isEmbeddable?: boolean },
): Html {
  const outside = raw(isEmbeddable ? 'rel="noreferrer" target="_blank"' : 'rel="noreferrer"');
  const { name, phone, email, address, website } = store;
  const destination = [practiceName, ...(address?.split('\n') ?? [])].join(', ');
  const directions = `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
  return html`<section aria-labelledby="where">
<h2 id="where">${texts.where}</h2>
<address class="lines"><bdi>${name}</bdi>${address === null ? '' : html`\n<bdi>${address}</bdi>`}</address>
<ul class="ways">
${phone === null ? '' : html`<li>${phoneLink(phone)}</li>`}
${address === null ? '' : html`<li class="directions"><a href="${directions}" ${outside}>${texts.directions}</a></li>`}
${email === null ? '' : html`<li><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}"><bdi dir="ltr">${email}</bdi></a></li>`}
${website === null || !/^https?:/i.test(website) ? '' : html`<li><a href="${website}" ${outside}>${texts.website}</a></li>`}
</ul>
</section>`;
}

/** A link that calls a phone number. */
export const phoneLink = (phone: string): Html =>
  html`<a href="tel:${diallableNumber(phone)}"><bdi dir="ltr">${phone}</bdi></a>`;

/** A phone number as it is dialled: without the zero in `+49 (0)30`, which is not dialled from abroad. */
const diallableNumber = (phone: string): string => phone.replace(/^(\s*\+.*)\(0\)/, '$1').replaceAll(/[^\d+]/g, '');
