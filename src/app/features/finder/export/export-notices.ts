import { asApiError } from '#app/api/api-error.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { words } from '#app/text/words.ts';
import type { ExportJob, ExportKind } from './export-jobs.ts';
import { NamesMissing } from './export-names.ts';
import type { ExportResult } from './write-export.ts';

/** The name of the file that an export is saved as. */
export function fileName(as: ExportKind): string {
  return `appointments.${as}`;
}

/** What the saved file has, and what it has not. */
export function savedText({ done, unresolved, missing }: Omit<ExportResult, 'parts'>, as: ExportKind): string {
  const number = (count: number) => count.toLocaleString();
  const written = as === 'ics' ? done - unresolved : done;
  return [
    `${number(written)} ${written === 1 ? 'appointment' : 'appointments'}, with the filters at its start.`,
    unresolved === 0
      ? ''
      : as === 'ics'
        ? `${number(unresolved)} more could not be read and are not in it.`
        : `${number(unresolved)} of them could not be read: their lines have the id alone.`,
    missing === 0
      ? ''
      : `${number(missing)} of ${number(done + missing)} matches are missing: the practice system ended its list early.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says that a file is saved; a warning where it is incomplete. */
export function notifySaved(result: ExportResult, { as }: ExportJob, again: () => void): void {
  const short = result.missing > 0;
  showNotice({
    tone: short || (as === 'ics' && result.unresolved > 0) ? 'warn' : 'ok',
    title: short ? `${fileName(as)} is saved, but not complete` : `${fileName(as)} is saved`,
    text: savedText(result, as),
    ...(short ? { action: { label: words.tryAgain, onClick: again } } : {}),
  });
}

/** Why an export stopped, to continue a sentence with; empty where it is unknown. */
export function failureText(error: unknown): string {
  if (error instanceof NamesMissing) return `: the names of ${error.of.join(', ')} could not be loaded`;
  const suggestion = asApiError(error)?.suggestion;
  return suggestion ? `: ${suggestion}` : '';
}

/** Says that an export has stopped where its screen is no longer open. */
export function notifyStopped(error: unknown, { as }: ExportJob, again: () => void): void {
  showNotice({
    tone: 'warn',
    title: `${fileName(as)} could not be written`,
    text: `The export stopped${failureText(error)}. Nothing was saved.`,
    action: { label: words.tryAgain, onClick: again },
  });
}
