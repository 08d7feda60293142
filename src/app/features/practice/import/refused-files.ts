import { shownLanguage } from '#app/language/shown-language.ts';
import { problemHeadings } from '#import/headings.ts';
import type { RefusalReason } from '#import/reasons.ts';
import { refusedFiles } from '#import/refused-files.ts';
import type { PlanOutcome } from './import-state.ts';
import { reasonText } from './reason-texts.ts';

/** What keeps the direction of names apart on screen is in the way in a spreadsheet. */
const ISOLATES = /[\u2066-\u2069]/g;

/** How long the address of a saved file stays valid, in milliseconds. */
const KEPT_MS = 60_000;

/** The refused lines of a file with their reasons, to be mended and dropped again. */
function refusedText({ result, files }: PlanOutcome, name: string): string {
  const file = files.get(name);
  if (!file) return '';
  const { table, kind } = file;
  const wordReason = (reason: RefusalReason) => reasonText(reason, kind).replace(ISOLATES, '');
  const [written] = refusedFiles([table], result, { wordReason, heading: problemHeadings[shownLanguage.tag] });
  return written?.text ?? '';
}

/** Lets the browser save the refused lines of a file under its name. */
export function saveRefused(outcome: PlanOutcome, name: string): void {
  const address = URL.createObjectURL(new Blob([refusedText(outcome, name)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
