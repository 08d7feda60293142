import { createContext, use } from 'react';
import type { DeskCompany } from '#app/api/directory.ts';
import type { Address } from '#app/components/app-link.tsx';
import type { Option } from '#app/editor/field.ts';
import type { DeskSession } from '#contract/desk.ts';
import type { Operation } from '#contract/operations.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { KeyCard } from './key-cards.tsx';

/** What all parts of the screen share, beside the editor. */
export interface Practice {
  company: DeskCompany;
  session: DeskSession;
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  categories: readonly Option[];
  /** The zone of times that belong to no store. */
  zone: string;
  /** Whether the practice system has the operation. */
  can: (operation: Operation) => boolean;
  /** Reads again what every screen knows of the practice. */
  refresh: () => Promise<unknown>;
  /** Sends a request; where the gateway asks for it, confirms first with the key that it is still the same person. */
  confirmed: <Answer>(request: () => Promise<Answer>) => Promise<Answer>;
  /** Shows the cards of keys that were just issued. */
  onCards: (cards: readonly KeyCard[]) => void;
  /** The appointments to come in a room. */
  appointmentsOfRoom: (roomId: string) => Address;
}

export const PracticeContext = createContext<Practice | null>(null);

/** What the parts of the practice's screen share. */
export function usePractice(): Practice {
  const practice = use(PracticeContext);
  if (!practice) throw new Error('usePractice is used outside the screen of the practice');
  return practice;
}
