/** What every screen asks for first, as the API client writes it. */
const EARLY = ['/desk/session', '/api/v1/companies?limit=500'] as const;

/** Older answers are asked for again: the line was slow for so long that they may be outdated. */
const MAX_AGE_MS = 30_000;

/** The storage key of a sign-out that the gateway has not answered yet; before it is, nothing else may be asked. */
export const SIGN_OUT_KEY = 'frontdesk.sign-out';

export interface EarlyAnswer {
  response: Promise<Response>;
  /** In milliseconds since 1970. */
  sentAt: number;
}

/** Kept at the window, since the script of the first paint shares no module with the app. */
declare global {
  interface Window {
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

type EarlyPage = Pick<Window, 'fetch' | 'earlyAnswers'> & { readonly localStorage: Pick<Storage, 'getItem'> };

/** Asks for what every screen needs while the code of the app is still arriving, which takes seconds on a slow line. */
export function askEarly(page: EarlyPage): void {
  if (isSigningOut(page)) return;
  const ask = (url: string): EarlyAnswer => {
    const response = page.fetch(url, { headers: { accept: 'application/json' } });
    // Whoever takes the answer gets the error; this only prevents an unhandled rejection.
    response.catch(() => undefined);
    return { response, sentAt: Date.now() };
  };
  page.earlyAnswers = new Map(EARLY.map((url) => [url, ask(url)]));
}

function isSigningOut(page: EarlyPage): boolean {
  try {
    return page.localStorage.getItem(SIGN_OUT_KEY) !== null;
  } catch {
    // A browser that refuses storage has none.
    return false;
  }
}

/** The answer to a request that was sent early; only once, since who asks again wants to know it anew. */
export function takeEarly(page: Pick<Window, 'earlyAnswers'>, url: string): EarlyAnswer | undefined {
  const early = page.earlyAnswers?.get(url);
  page.earlyAnswers?.delete(url);
  return early && Date.now() - early.sentAt < MAX_AGE_MS ? early : undefined;
}
