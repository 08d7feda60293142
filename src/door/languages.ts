import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { type ClientLanguage, clientLanguages } from '#contract/enums.ts';

const languageOf = (tag: string | undefined) =>
  clientLanguages.find((language) => language === tag?.toLowerCase().split('-')[0]);

/**
 * The language of a page: the one chosen on it, else the client's own, else the first one that the browser asks for and
 * clients are written to in, else `otherwise`.
 */
export function chooseLanguage(
  c: Pick<Context, 'req'>,
  { own = null, otherwise = 'en' }: { own?: ClientLanguage | null; otherwise?: ClientLanguage } = {},
): ClientLanguage {
  const accepted = parseAccept(c.req.header('accept-language')?.slice(0, 500) ?? '')
    .filter(({ q }) => q > 0)
    .flatMap(({ type }) => languageOf(type) ?? []);
  return languageOf(c.req.query('lang')) ?? own ?? accepted[0] ?? otherwise;
}

/** All languages for the choice on a page, the client's own first. */
export const languagesFrom = (own: ClientLanguage | null): ClientLanguage[] =>
  own === null ? [...clientLanguages] : [own, ...clientLanguages.filter((language) => language !== own)];
