/** Whose API key a request is passed on with. */
export interface Credential {
  readonly key: string;
}

/** What the middlewares in front leave for those behind. */
export interface DeskEnv {
  Variables: { credential: Credential };
}
