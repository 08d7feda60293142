import type { ImportMap } from '#import/choices.ts';
import type { ImportPlan, KnownPractice, ReadFile, WordMatch } from '#import/plan.ts';
import type { ImportResult } from '#import/run.ts';
import type { Table } from '#import/table.ts';
import type { FileProblem } from './read-dropped.ts';
import type { BegunImport } from './remembered.ts';
import type { Send, SendingState } from './sending.ts';

/** A file that was dropped. */
export interface ImportFile {
  readonly name: string;
  /** Null while it is read, and where it cannot be. */
  readonly table: Table | null;
  readonly problem: FileProblem | null;
  /** Whether nothing of it is imported, as was chosen. */
  readonly isLeftOut: boolean;
}

export type WordKind = WordMatch['of'];

/** What is chosen for the whole import. */
export interface ImportSettings {
  source: string;
  storeId: string;
  takeInactive: boolean;
}

/** What became of a plan, or would become of it. */
export interface PlanOutcome {
  plan: ImportPlan;
  result: ImportResult;
  /** What it was made of, by the names of the files. */
  files: ReadonlyMap<string, ReadFile>;
}

export interface ImportState {
  readonly files: readonly ImportFile[];
  /** What the files are, as far as they are known, by their names. */
  readonly read: ReadonlyMap<string, ReadFile | null>;
  readonly settings: ImportSettings;
  readonly map: ImportMap;
  /** What would be imported; null without files, and before it is known. */
  readonly plan: ImportPlan | null;
  readonly isPlanning: boolean;
  /** Why it could not be planned. */
  readonly planError: unknown;
  /** The words that matched nothing by themselves (`people Dr. Moss`). */
  readonly asked: ReadonlySet<string>;
  readonly preview: PlanOutcome | null;
  /** Whether something was changed since the preview. */
  readonly isStale: boolean;
  readonly sending: (SendingState & { isDryRun: boolean }) | null;
  /** What an import has come to. */
  readonly outcome: PlanOutcome | null;
  /** An import that began and did not come to its end, here or before a reload. */
  readonly begun: BegunImport | null;
}

/** What the screen has that shows the import, at the time. */
export interface ImportContext {
  companyId: string;
  practice: KnownPractice;
  send: Send;
  /** Called when records may have been written. */
  onWritten: () => void;
}

export const wordKey = (of: WordKind, word: string) => `${of} ${word}`;
