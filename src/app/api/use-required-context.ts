import { type Context, use } from 'react';

/**
 * Returns the value of a context without a default. Outside of its provider, it throws an error that names the
 * provider.
 */
export function useRequiredContext<Value extends object>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`Used outside ${provider}.`);
  return value;
}
