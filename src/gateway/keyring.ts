/** One shared API key acts for every desk. */
export interface SharedKeyring {
  readonly access: 'shared';
  /** Asked for each request, so that a key issued anew is used at once. */
  readonly key: () => string;
}

/** Where the API key of a request comes from. */
export type Keyring = SharedKeyring;
