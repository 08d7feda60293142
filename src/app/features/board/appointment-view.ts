import { t } from '@lingui/core/macro';
import { appointmentName, type Directory, roomText, shortId, staffOf } from '#app/api/directory.ts';
import { usePresence } from '#app/changes/presence.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { concernsText } from '#app/text/arrival-text.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText } from '#app/text/time-text.ts';
import { otherAppointmentText } from '#app/text/time-warnings.ts';
import { instantOf } from '#contract/date-time.ts';
import { type Concern, findConcerns } from '#scheduling/arrival.ts';
import type { Clash } from '#scheduling/clashes.ts';
import { createPlanConflicts } from '#scheduling/conflicting-appointments.ts';
import { findMessageMark, type MessageMark } from '#scheduling/message-mark.ts';
import { isDimmed } from '#scheduling/visit.ts';
import { type BoardState, useBoard } from './board-context.ts';
import { type BoardAppointment, listNotes } from './model/board-appointments.ts';
import { shortStoreNames, zoneLabel } from './store-names.ts';

/** What the board's views show of an appointment: its texts and its states. */
export interface AppointmentView extends BoardAppointment {
  id: string;
  /** The accessible name, which also mentions concerns and clashes. */
  label: string;
  /** The names of all vets who see the pet. */
  vets: string;
  room: string;
  /** The store's name; empty if only one store is shown. */
  store: string;
  /** The zone of the appointment's times, such as `New York time`; empty if all times on the board are in one zone. */
  zoneLabel: string;
  /** Everything but clashes that needs someone's attention, most urgent first. */
  concerns: readonly Concern[];
  /** The concerns in words; empty if there are none. */
  concern: string;
  /** What the client answered, or that a message was not delivered; null if neither is known. */
  messageMark: MessageMark | null;
  /** Names the appointments that this one clashes with; empty if there are none. */
  clash: string;
  notes: string;
  /** What colleagues are changing in the appointment; empty if they change nothing. */
  presence: string;
  isUnsaved: boolean;
  isFaded: boolean;
  isFresh: boolean;
  isSelected: boolean;
  /** Whether the appointment is dimmed because it does not take place. */
  isDimmed: boolean;
}

/** Returns a function that lists where an appointment on the board conflicts with shifts, time off or blocked time. */
export function createBoardPlanConflicts({ board, plan, directory }: Pick<BoardState, 'board' | 'plan' | 'directory'>) {
  return createPlanConflicts({
    span: {
      start: Math.min(...board.days.map(({ clock }) => clock.start)),
      end: Math.max(...board.days.map(({ clock }) => clock.end)),
    },
    plan: plan.entries,
    employees: [...directory.employees.values()],
    stores: board.days.map(({ store, zone }) => ({ ...store, timeZone: zone })),
  });
}

/** Returns a function that derives what the views show of an appointment. */
export function useAppointmentViews(now: number): (visit: BoardAppointment) => AppointmentView {
  const { board, plan, messageStates, directory, day: loaded, filteredOut, selectedId } = useBoard();
  const { changing } = usePresence();
  const stores = shortStoreNames(board.days);
  const planConflicts = createBoardPlanConflicts({ board, plan, directory });
  return ({ item, day }) => {
    const { appointment, hasDied } = item;
    const { id } = appointment;
    const concerns = findConcerns(appointment, { now, zone: day.zone, hasDied, planConflicts });
    const concern = concernsText(concerns);
    const messageMark = findMessageMark(appointment, messageStates, now);
    const clash = clashNote(board.clashes.get(id) ?? [], directory, day.zone);
    const notes = listNotes(appointment).join('\n');
    const presence = changing.get(id) ?? '';
    const isUnsaved = loaded.unsavedIds.has(id);
    return {
      item,
      day,
      id,
      label: factsText([
        item.label,
        concern,
        clash,
        messageMark === null ? '' : messageMarkTexts[messageMark],
        notes === '' ? '' : t`has notes`,
        isUnsaved ? texts.notSavedYet : '',
        presence,
      ]),
      vets: factsText(staffOf(appointment, directory).map(({ name }) => name)) || texts.unassigned,
      room: roomText(appointment, directory),
      store: stores.get(day.store.id) ?? '',
      zoneLabel: board.days.some(({ zone }) => zone !== day.zone) ? zoneLabel(day.zone) : '',
      concerns,
      concern,
      messageMark,
      clash,
      notes,
      presence,
      isUnsaved,
      isFaded: filteredOut.has(id),
      isFresh: loaded.freshIds.has(id),
      isSelected: selectedId === id,
      isDimmed: isDimmed(appointment),
    };
  };
}

/**
 * Names what an appointment clashes with: `clashes with Bear`; empty if it has no clash. Another appointment of the same
 * pet is identified by its time.
 *
 * @param zone the store's zone
 */
export function clashNote(clashes: readonly Clash[], { pets }: Pick<Directory, 'pets'>, zone: string): string {
  const [name = '', second] = clashes.slice(0, 2).map(({ reason, other }) => {
    const visit = isolateText(appointmentName(other, pets)) || isolateText(shortId(other.id));
    return reason === 'pet' ? otherAppointmentText(clockText(zone, instantOf(other.start)), visit) : visit;
  });
  if (name === '') return '';
  const more = clashes.length - 1;
  if (second === undefined) return t({ message: `clashes with ${name}`, comment: 'two appointments at the same time' });
  const count = more.toLocaleString(shownLocale);
  return t({
    message: `clashes with ${name} +${count}`,
    comment: 'appointments at the same time: the first of them, and how many more, as short as possible',
  });
}
