import { type Context, use } from 'react';

/** The value of a context that has no default: throws outside of its provider, which is named in the error. */
export function useRequiredContext<Value extends object>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`Used outside ${provider}.`);
  return value;
}
