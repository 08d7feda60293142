import { t } from '@lingui/core/macro';
import { nameKey, setupNameSchema } from '#contract/practice-setup.ts';

/** The problem with a name as a sentence; null if it is valid. */
export function nameProblem(name: string, others: readonly string[] = []): string | null {
  if (name.trim() === '') return t`Enter a name.`;
  if ([...name.trim()].length > 200) return t`Use at most 200 characters.`;
  if (!setupNameSchema.safeParse(name).success)
    return t`This name contains a character that can’t be saved, such as a line break. Type the name again.`;
  return others.some((other) => nameKey(other) === nameKey(name)) ? t`This name is taken.` : null;
}
