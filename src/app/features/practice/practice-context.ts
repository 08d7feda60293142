import { createContext } from 'react';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import type { Option } from '#app/editor/field.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { ReceivedAppointmentType, ReceivedEmployee, ReceivedStore } from '#contract/received.ts';
import type { KeyCard } from './key-cards.tsx';

/** The practice's data that all parts of the practice page use. */
export interface Practice {
  stores: readonly ReceivedStore[];
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  categories: readonly Option[];
  /** The zone of times that do not belong to a store. */
  zone: string;
  /** Shows the cards of keys that were just issued. */
  onCards: (cards: readonly KeyCard[]) => void;
}

export const PracticeContext = createContext<Practice | null>(null);
export const usePractice = () => useRequiredContext(PracticeContext, 'PracticeContext');

/** Compares records for sorting: the active ones come first, and each group is sorted by name. */
export const comparePracticeRecords = (one: { isActive: boolean; name: string }, other: typeof one) =>
  Number(other.isActive) - Number(one.isActive) || one.name.localeCompare(other.name, shownLocale);
