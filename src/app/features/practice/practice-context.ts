import { createContext, use } from 'react';
import type { DeskCompany } from '#app/api/directory.ts';
import type { CallPractice, PracticeOperation } from '#app/api/practice.ts';
import type { Address } from '#app/components/app-link.tsx';
import type { DeskSession } from '#contract/desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { CategoryOption } from './fields/categories.ts';
import type { KeyCard } from './key-cards.tsx';

/** What all parts of the screen share. */
export interface Practice {
  company: DeskCompany;
  session: DeskSession;
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  categories: readonly CategoryOption[];
  /** The zone in which times are told that belong to no store. */
  zone: string;
  /** Calls an operation that sets up this practice. */
  call: CallPractice;
  /** Whether the practice system has the operation, with all that is sent here. */
  can: (operation: PracticeOperation) => boolean;
  /** Reads again what every screen knows of the practice. */
  refresh: () => Promise<unknown>;
  /** Sends a request; where the gateway asks for it, confirms first with the key that it is still the same person. */
  confirmed: <Answer>(request: () => Promise<Answer>) => Promise<Answer>;
  /** The id of what is edited, or begins with `new` where something is added; null for nothing. */
  edit: string | null;
  onEdit: (id: string | null) => void;
  /** Where the draft of what is edited is kept. */
  draftKey: (id: string) => string;
  /** Shows the cards of keys that were just issued. */
  onCards: (cards: readonly KeyCard[]) => void;
  /** The visits to come in a room. */
  visitsOfRoom: (roomId: string) => Address;
}

export const PracticeContext = createContext<Practice | null>(null);

/** What the parts of the practice's screen share. */
export function usePractice(): Practice {
  const practice = use(PracticeContext);
  if (!practice) throw new Error('usePractice is used outside the screen of the practice');
  return practice;
}
