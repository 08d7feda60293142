import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { type ClientLanguage, clientLanguages } from '#contract/enums.ts';

const findLanguage = (tag: string | undefined) =>
  clientLanguages.find((language) => language === tag?.toLowerCase().split('-')[0]);

/**
 * Chooses the language of a page: the language chosen on the page, or the client's own, or the first supported language
 * that the browser asks for, or `otherwise`.
 */
export function choosePageLanguage(
  c: Pick<Context, 'req'>,
  { own = null, otherwise = 'en' }: { own?: ClientLanguage | null; otherwise?: ClientLanguage } = {},
): ClientLanguage {
  const accepted = parseAccept(c.req.header('accept-language')?.slice(0, 500) ?? '')
    .filter(({ q }) => q > 0)
    .flatMap(({ type }) => findLanguage(type) ?? []);
  return findLanguage(c.req.query('lang')) ?? own ?? accepted[0] ?? otherwise;
}

/** All languages for the choice on a page, the client's own first. */
export const orderLanguages = (own: ClientLanguage | null): ClientLanguage[] =>
  own === null ? [...clientLanguages] : [own, ...clientLanguages.filter((language) => language !== own)];
