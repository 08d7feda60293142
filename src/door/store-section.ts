import { html } from 'hono/html';
import type { PageTexts } from '#client-texts/client-texts.ts';
import type { Html } from './page.ts';

/** How a store is found and reached. */
export interface StoreContact {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  /** One to four lines. */
  readonly address: string | null;
  readonly website: string | null;
}

/** How to find and reach the store. Its map is a link: nothing of it is loaded here. */
export function storeSection(
  store: StoreContact,
  { practiceName, texts }: { practiceName: string; texts: PageTexts },
): Html {
  const { name, phone, email, address, website } = store;
  const destination = [practiceName, ...(address?.split('\n') ?? [])].join(', ');
  const directions = `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
  return html`<section aria-labelledby="where">
<h2 id="where">${texts.where}</h2>
<address class="lines"><bdi>${name}</bdi>${address === null ? '' : html`\n<bdi>${address}</bdi>`}</address>
<ul class="ways">
${phone === null ? '' : html`<li>${phoneLink(phone)}</li>`}
${address === null ? '' : html`<li class="directions"><a href="${directions}" rel="noreferrer">${texts.directions}</a></li>`}
${email === null ? '' : html`<li><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}"><bdi dir="ltr">${email}</bdi></a></li>`}
${website === null || !/^https?:/i.test(website) ? '' : html`<li><a href="${website}" rel="noreferrer">${texts.website}</a></li>`}
</ul>
</section>`;
}

/** A link that calls a phone number. */
export const phoneLink = (phone: string): Html =>
  html`<a href="tel:${dialled(phone)}"><bdi dir="ltr">${phone}</bdi></a>`;

/** A phone number as it is dialled: the zero in `+49 (0)30` is not, from abroad. */
const dialled = (phone: string): string => phone.replace(/^(\s*\+.*)\(0\)/, '$1').replaceAll(/[^\d+]/g, '');
