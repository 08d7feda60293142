import { plural, t } from '@lingui/core/macro';

/** How many visits there are besides those that are shown. */
export function plusMore(count: number): string {
  return t({
    message: plural(count, { one: '+# more', other: '+# more' }),
    comment: 'visits that there is no room for, after some that are shown',
  });
}
