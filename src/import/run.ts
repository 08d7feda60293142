import type { ImportedRecords, ImportOutcome, ImportRecords } from '#contract/practice-import.ts';
import type { ImportPlan, Origin, RefusedLine } from './plan.ts';
import type { LineNote } from './reasons.ts';

/** How many records of a file become what. A file whose lines are two records each has more of them than lines. */
export interface FileCounts {
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  leftOut: number;
}

export interface ImportResult {
  /** By the name of the file. */
  files: Readonly<Record<string, FileCounts>>;
  /** People, rooms and visit types that only visits name, and that are new. */
  made: { employees: string[]; rooms: string[]; types: string[] };
  /** All refused lines, those of the plan, too, in the order of the files. */
  refused: readonly RefusedLine[];
  notes: readonly { origin: Origin; note: LineNote }[];
  /** What became of each line of the plan, in their order. */
  outcomes: readonly ImportOutcome['outcome'][];
}

interface RunOptions {
  source: string;
  companyId: string;
  dryRun: boolean;
  /** Sends a part and gives its answer. What it throws ends the run; the same run again goes on where it ended. */
  send: (part: ImportRecords) => Promise<ImportedRecords>;
  /**
   * What a dry run of the same plan gave. Where a part is sent again because its answer was lost, or the run was stopped and begun again,
   * what was written already is told as it was shown there.
   */
  preview?: ImportResult;
  /** Called after each part with how many of all lines are done. */
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a plan part by part, in the order of its references, and tells what became of each line. A run that was stopped or failed is begun
 * again: what is there already is unchanged.
 */
export type RunImport = (plan: ImportPlan, options: RunOptions) => Promise<ImportResult>;
