import { createContext } from 'react';
import { useRequired } from '#app/api/use-required.ts';
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
export const useReport = () => useRequired(ReportContext, 'ChangesProvider');
