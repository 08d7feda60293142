import { plural, t } from '@lingui/core/macro';
import { asApiError } from '#app/api/api-error.ts';
import { foreignWordsOf, reasonOf } from '#app/api/failures.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { isolated } from '#app/text/isolated.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { type NamedList, NamesMissing } from './load-names.ts';
import { type ExportKind, type ExportResult, fileName } from './write-export.ts';

const number = (count: number) => count.toLocaleString(shownLocale);

/** Says what the saved file contains, and what is missing in it. */
export function savedText({ done, unresolved, missing }: Omit<ExportResult, 'parts'>, as: ExportKind): string {
  const written = as === 'ics' ? done - unresolved : done;
  const count = number(missing);
  const matches = done + missing;
  return [
    t`${plural(written, {
      one: '# appointment, with the filters at its start.',
      other: '# appointments, with the filters at its start.',
    })}`,
    unresolved === 0
      ? ''
      : as === 'ics'
        ? t`${plural(unresolved, {
            one: '# more could not be read and are not in it.',
            other: '# more could not be read and are not in it.',
          })}`
        : t`${plural(unresolved, {
            one: '# of them could not be read: their lines have the id alone.',
            other: '# of them could not be read: their lines have the id alone.',
          })}`,
    missing === 0
      ? ''
      : t`${plural(matches, {
          one: `${count} of # match is missing: the practice system ended its list early.`,
          other: `${count} of # matches are missing: the practice system ended its list early.`,
        })}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Shows the notice that a file was saved; a warning where it is incomplete. */
export function notifySaved(result: ExportResult, as: ExportKind, again: () => void): void {
  const short = result.missing > 0;
  const file = fileName(as);
  showNotice({
    tone: short || (as === 'ics' && result.unresolved > 0) ? 'warn' : 'ok',
    title: short ? t`${file} is saved, but not complete` : t`${file} is saved`,
    text: savedText(result, as),
    ...(short ? { action: { label: words.tryAgain, onClick: again } } : {}),
  });
}

interface Exported {
  /** `CSV` */
  format: string;
  /** Whether it exports another result than the one on the screen. */
  elsewhere: boolean;
}

/** The progress of an export. */
export function progressText(progress: Exported & { done: number; total: number | null }): string {
  const { format, elsewhere } = progress;
  const done = number(progress.done);
  if (progress.total === null) {
    return elsewhere
      ? t({
          message: `${format}: ${done}, with the filters at its start`,
          comment: 'Format of a file, appointments written',
        })
      : t({ message: `${format}: ${done}`, comment: 'Format of a file, appointments written' });
  }
  const total = number(progress.total);
  return elsewhere
    ? t({
        message: `${format}: ${done} of ${total}, with the filters at its start`,
        comment: 'Format of a file, appointments written, all of them',
      })
    : t({ message: `${format}: ${done} of ${total}`, comment: 'Format of a file, appointments written, all of them' });
}

/** Says that an export stopped, and why. */
export function stoppedText({ format, elsewhere, error }: Exported & { error: unknown }): string {
  const reason = clauseOf(error);
  if (reason === null) {
    const stopped = elsewhere
      ? t`The ${format} export, with the filters at its start, stopped. Nothing was saved.`
      : t`The ${format} export stopped. Nothing was saved.`;
    return withOwnReason(stopped, error);
  }
  return elsewhere
    ? t`The ${format} export, with the filters at its start, stopped: ${reason}. Nothing was saved.`
    : t`The ${format} export stopped: ${reason}. Nothing was saved.`;
}

/** A sentence, and after it the reason of an error where that is one, too. */
function withOwnReason(sentence: string, error: unknown): string {
  return asApiError(error) ? [sentence, reasonOf(error)].join(' ') : sentence;
}

/** Why an export stopped, as part of a sentence; null where it is unknown, or a sentence of its own. */
function clauseOf(error: unknown): string | null {
  if (!(error instanceof NamesMissing)) {
    const said = isolated(foreignWordsOf(error)?.replace(/[.\s]+$/, '') ?? '');
    if (said === '') return null;
    return t({ message: `the practice system says “${said}”`, comment: 'Continues “The export stopped: ”' });
  }
  const lists = listText(error.of.map((list) => listNames[list]));
  return t({ message: `the names of ${lists} could not be loaded`, comment: 'Continues “The export stopped: ”' });
}

const listNames: Readonly<Record<NamedList, string>> = translated({
  enums: () => t({ message: 'statuses and categories', comment: 'In “the names of … could not be loaded”' }),
  vets: () => t({ message: 'vets', comment: 'In “the names of … could not be loaded”' }),
  types: () => t({ message: 'visit types', comment: 'In “the names of … could not be loaded”' }),
  pets: () => t({ message: 'pets', comment: 'In “the names of … could not be loaded”' }),
  clients: () => t({ message: 'clients', comment: 'In “the names of … could not be loaded”' }),
});

/** Shows the notice that an export stopped, when its screen is no longer open. */
export function notifyStopped(error: unknown, as: ExportKind, again: () => void): void {
  const file = fileName(as);
  const reason = clauseOf(error);
  showNotice({
    tone: 'warn',
    title: t`${file} could not be written`,
    text:
      reason === null
        ? withOwnReason(t`The export stopped. Nothing was saved.`, error)
        : t`The export stopped: ${reason}. Nothing was saved.`,
    action: { label: words.tryAgain, onClick: again },
  });
}
