import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { formatDateAndTime } from '#client-texts/date-text.ts';
import type { Database } from '#service/db/database.ts';
import { startOfDate } from '#service/db/messages/message-rows.ts';
import { type RecallLink, readRecallLink, stopRecallMessages } from '#service/db/recall-links.ts';
import type { DoorEnv } from './address-limit.ts';
import { choosePageLanguage } from './languages.ts';
import { type Html, type PageLanguage, renderPage } from './page.ts';
import { storeSection } from './store-section.ts';

/**
 * The form field that a mail program sends when its user unsubscribes with one click (RFC 8058). The button on the page
 * sends it, too.
 */
const ONE_CLICK_FIELD = { name: 'List-Unsubscribe', value: 'One-Click' };

/**
 * The page behind the link in a message that pets are due again. GET only shows it, because mail programs open links by
 * themselves; POST stops such messages. The response to POST is the page itself, because mail programs do not follow
 * redirects. Links in other messages are left to the routes that are added after these.
 */
export function addRecallRoutes(
  app: Hono<DoorEnv>,
  { database, clock }: { database: Database; clock: () => number },
): void {
  const readCurrentLink = (c: Context<DoorEnv, '/a/:token'>) => readRecallLink(database, c.req.param('token'), clock());

  function showPage(c: Context<DoorEnv, '/a/:token'>, link: RecallLink, isUnreadable = false) {
    const { clientLanguage: own, messageLanguage: otherwise } = link;
    const at = { language: choosePageLanguage(c, { own, otherwise }), own };
    return c.html(recallPage(at, link, { isUnreadable }), isUnreadable ? 400 : 200);
  }

  app.get('/a/:token', async (c, next) => {
    const link = await readCurrentLink(c);
    return link === null ? await next() : showPage(c, link);
  });

  app.post('/a/:token', async (c, next) => {
    const link = await readCurrentLink(c);
    if (link === null) return await next();
    const body = await c.req.parseBody().catch(() => null);
    if (body?.[ONE_CLICK_FIELD.name] !== ONE_CLICK_FIELD.value) return showPage(c, link, true);
    if (!link.isStopped && !(await stopRecallMessages(database, c.req.param('token'), clock))) return c.notFound();
    return showPage(c, { ...link, isStopped: true });
  });
}

/** The page behind a link: what the pets are due for, how to book it, and the button that stops such messages. */
function recallPage(at: PageLanguage, link: RecallLink, { isUnreadable }: { isUnreadable: boolean }): Html {
  const texts = allClientTexts[at.language].page;
  const { practiceName, store, booking, isStopped, recalls } = link;
  const formatDueDate = (dueOn: string) =>
    formatDateAndTime(startOfDate(store, dueOn), { language: at.language, timeZone: store.timeZone }).date;
  const { due } = texts;
  const body = [
    isUnreadable ? html`<p class="state problem" role="alert">${texts.unreadable}</p>` : html``,
    isStopped ? html`<p class="state ok" role="status">${due.stopped}</p>` : html``,
    ...recalls.map(
      ({ petName, visitTypeName, dueOn }) => html`<article>
<h2><bdi>${petName}</bdi> · <bdi>${visitTypeName}</bdi></h2>
<p class="after"><time datetime="${dueOn}">${due.on.replace('{date}', formatDueDate(dueOn))}</time></p>
</article>`,
    ),
    html`<section>
<p>${recalls.length === 0 ? due.nothing : due.book}</p>
${booking === null ? '' : html`<p class="call"><a href="${bookingAddress(booking, at)}">${due.bookOnline}</a></p>`}
</section>`,
    storeSection(store, { practiceName, texts }),
    isStopped
      ? html``
      : html`<section>
<p>${due.reminders}</p>
<form method="post" class="actions"><button name="${ONE_CLICK_FIELD.name}" value="${ONE_CLICK_FIELD.value}">${due.stop}</button></form>
</section>`,
  ];
  return renderPage(at, { title: due.title, practiceName, body });
}

/** The address of the booking page, relative to this one. */
function bookingAddress({ slug, typeId }: NonNullable<RecallLink['booking']>, { language }: PageLanguage): string {
  return `../book/${slug}?${new URLSearchParams({ ...(typeId !== null && { type: typeId }), lang: language })}`;
}
