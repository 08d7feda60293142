import { createContext } from 'react';
import type { DeskCompany } from '#app/api/directory.ts';
import { useRequired } from '#app/api/use-required.ts';
import type { Address } from '#app/components/app-link.tsx';
import type { Option } from '#app/editor/field.ts';
import type { DeskSession } from '#contract/desk.ts';
import type { Operation } from '#contract/operations.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { KeyCard } from './key-cards.tsx';

/** Shared by all parts of the screen, in addition to the editor. */
export interface Practice {
  company: DeskCompany;
  session: DeskSession;
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  categories: readonly Option[];
  /** The zone of times that do not belong to a store. */
  zone: string;
  /** Whether the practice system supports the operation. */
  can: (operation: Operation) => boolean;
  /** Reloads what all screens know about the practice. */
  refresh: () => Promise<unknown>;
  /** Sends a request; if the gateway demands it, first asks the person to confirm their identity with their key. */
  confirmed: <Answer>(request: () => Promise<Answer>) => Promise<Answer>;
  /** Shows the cards of keys that were just issued. */
  onCards: (cards: readonly KeyCard[]) => void;
  /** The appointments to come in a room. */
  appointmentsOfRoom: (roomId: string) => Address;
}

/** Shared by the parts of the practice screen. */
export const PracticeContext = createContext<Practice | null>(null);
export const usePractice = () => useRequired(PracticeContext, 'PracticeContext');
