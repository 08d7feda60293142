import { t } from '@lingui/core/macro';
import { dateText } from '#app/scheduling/time-text.ts';
import { words } from '#app/text/words.ts';
import { readDates } from '#app/typed/dates.ts';
import { matchesWords } from '#app/typed/names.ts';
import type { ReceivedEmployee, ReceivedPet } from '#contract/received.ts';

/** The action of a command. */
export type Target =
  | { kind: 'book' }
  | { kind: 'day'; date: string }
  | { kind: 'view'; view: string }
  | { kind: 'print' }
  | { kind: 'store'; storeId: string }
  | { kind: 'vet'; employeeId: string }
  | { kind: 'pet'; petId: string }
  | { kind: 'appointments' }
  | { kind: 'settings' };

export interface Command {
  id: string;
  label: string;
  detail: string;
  target: Target;
}

/** A command that does not depend on the text; it also matches its English name in every language. */
interface Fixed extends Command {
  english: string;
}

/** What the palette offers commands from. */
export interface CommandsInput {
  typed: string;
  /** `YYYY-MM-DD` */
  today: string;
  employees: readonly ReceivedEmployee[];
  stores: readonly { id: string; name: string }[];
  /** The pets that match the text. */
  pets: readonly Pick<ReceivedPet, 'id' | 'name' | 'clientName'>[];
  /** Whether bookings are possible. */
  canBook: boolean;
  /** The views of the board. */
  views: readonly { view: string; label: string }[];
  /** Whether there is a day on the screen to print. */
  canPrint: boolean;
  locale?: string | undefined;
}

const MAX_VETS = 6;
const MAX_PETS = 8;

/** The commands for a text, the most likely first. */
export function commandsFor({
  typed,
  today,
  employees,
  stores,
  pets,
  canBook,
  views,
  canPrint,
  locale,
}: CommandsInput): Command[] {
  const text = typed.trim();
  const fixed: Fixed[] = [
    ...(canBook
      ? [
          {
            id: 'book',
            english: 'new appointment',
            label: words.newAppointment,
            detail: t({ message: 'Book', context: 'verb: makes an appointment' }),
            target: { kind: 'book' },
          } satisfies Fixed,
        ]
      : []),
    { id: 'today', english: 'today', label: words.today, detail: t`Day`, target: { kind: 'day', date: today } },
    {
      id: 'appointments',
      english: 'all appointments',
      label: words.allAppointments,
      detail: t`Search and export`,
      target: { kind: 'appointments' },
    },
  ];
  const screen: Fixed[] = [
    ...views.map(
      ({ view, label }): Fixed => ({
        id: `view ${view}`,
        // The names of the views in the address are English.
        english: view,
        label,
        detail: t({ message: 'View', context: 'noun: one of the views of the board, such as Week' }),
        target: { kind: 'view', view },
      }),
    ),
    ...(canPrint
      ? [
          {
            id: 'print',
            english: 'print',
            label: words.print,
            detail: t`This day`,
            target: { kind: 'print' },
          } satisfies Fixed,
        ]
      : []),
    {
      id: 'settings',
      english: 'settings',
      label: words.settings,
      detail: t({ message: 'Of this browser', comment: 'Beside “Settings”: whose settings they are' }),
      target: { kind: 'settings' },
    },
    ...stores.map(
      ({ id, name }): Fixed => ({
        id: `store ${id}`,
        english: '',
        label: name,
        detail: t({ message: 'Store', comment: 'A location of the practice, with rooms and opening hours' }),
        target: { kind: 'store', storeId: id },
      }),
    ),
  ];
  const answers = ({ label, english }: Fixed) => matchesWords([label, english], text);
  return [
    ...readDates(text, { today, locale }).map(
      (date): Command => ({ id: `day ${date}`, label: dateText(date), detail: t`Day`, target: { kind: 'day', date } }),
    ),
    ...fixed.filter(answers),
    ...(text === '' ? [] : screen.filter(answers)),
    ...employees
      .filter(({ isActive, name }) => text !== '' && isActive && matchesWords([name], text))
      .slice(0, MAX_VETS)
      .map(
        ({ id, name }): Command => ({
          id: `vet ${id}`,
          label: name,
          detail: t`On the board`,
          target: { kind: 'vet', employeeId: id },
        }),
      ),
    ...pets
      .filter(({ name, clientName }) => text !== '' && matchesWords([name, clientName], text))
      .slice(0, MAX_PETS)
      .map(
        ({ id, name, clientName }): Command => ({
          id: `pet ${id}`,
          label: [name, clientName].filter(Boolean).join(' · '),
          detail: t`Pet`,
          target: { kind: 'pet', petId: id },
        }),
      ),
  ];
}
