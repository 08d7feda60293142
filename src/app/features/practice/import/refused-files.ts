import { shownLanguage } from '#app/language/shown-language.ts';
import { problemHeadings } from '#import/headings.ts';
import type { RefusalReason } from '#import/reasons.ts';
import { refusedFiles } from '#import/refused-files.ts';
import type { PlanOutcome } from './import-state.ts';
import { reasonText } from './reason-texts.ts';

/** What keeps the direction of names apart on screen is in the way in a spreadsheet. */
const ISOLATES = /[\u2066-\u2069]/g;

/** The refused lines of a file with their reasons, to be mended and dropped again. */
export function refusedText({ result, files }: PlanOutcome, name: string): string {
  const file = files.get(name);
  if (!file) return '';
  const { table, kind } = file;
  const wordReason = (reason: RefusalReason) => reasonText(reason, kind).replace(ISOLATES, '');
  const [written] = refusedFiles([table], result, { wordReason, heading: problemHeadings[shownLanguage.tag] });
  return written?.text ?? '';
}
