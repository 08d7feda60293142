import { t } from '@lingui/core/macro';
import { nameKey, setupNameSchema } from '#contract/practice-setup.ts';

/** What is wrong with a name: nothing (null), or a sentence that says it. */
export function nameFault(name: string, others: readonly string[] = []): string | null {
  if (name.trim() === '') return t`Enter a name.`;
  if ([...name.trim()].length > 200) return t`This is too long: a name has 200 characters at most.`;
  if (!setupNameSchema.safeParse(name).success)
    return t`This contains a character that can’t be saved. Type it again on one line.`;
  return others.some((other) => nameKey(other) === nameKey(name)) ? t`This name is taken.` : null;
}
