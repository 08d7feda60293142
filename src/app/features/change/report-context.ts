import { createContext, use } from 'react';
import type { ChangeNames } from './change-names.ts';
import type { Changes } from './changes.ts';
import type { createWarnings } from './loaded-warnings.ts';
import type { Reasons } from './reasons.ts';

/** What the notices of changes are made of. */
interface Report {
  changes: Changes;
  reasons: Reasons;
  names: ChangeNames;
  warnings: ReturnType<typeof createWarnings>;
}

/** Set by `ChangesProvider`. */
export const ReportContext = createContext<Report | null>(null);

export function useReport(): Report {
  const report = use(ReportContext);
  if (!report) throw new Error('useReport is used outside ChangesProvider');
  return report;
}
