import { dateText } from '#app/scheduling/time-text.ts';
import { readDate } from '#app/text/typed-date.ts';
import { matchesWords } from '#app/text/word-match.ts';
import { words } from '#app/text/words.ts';
import type { ReceivedEmployee, ReceivedPet } from '#contract/received.ts';

/** Where a command leads. */
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

interface CommandsInput {
  typed: string;
  /** `YYYY-MM-DD` */
  today: string;
  employees: readonly ReceivedEmployee[];
  stores: readonly { id: string; name: string }[];
  /** The pets that the look-up gave for what is typed. */
  pets: readonly Pick<ReceivedPet, 'id' | 'name' | 'clientName'>[];
  /** Whether a booking is possible. */
  canBook: boolean;
  /** The views of the board. */
  views: readonly { view: string; label: string }[];
  /** Whether there is a day on the screen to print. */
  canPrint: boolean;
  locale?: string | undefined;
}

const MOST_VETS = 6;
const MOST_PETS = 8;

/** What can be done with what is typed, the likeliest first. */
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
  const date = readDate(text, { today, locale });
  const fixed: Command[] = [
    ...(canBook
      ? [{ id: 'book', label: words.newAppointment, detail: 'Book', target: { kind: 'book' } } satisfies Command]
      : []),
    { id: 'today', label: words.today, detail: 'Day', target: { kind: 'day', date: today } },
    { id: 'appointments', label: words.allAppointments, detail: 'Search and export', target: { kind: 'appointments' } },
  ];
  const screen: Command[] = [
    ...views.map(
      ({ view, label }): Command => ({ id: `view ${view}`, label, detail: 'View', target: { kind: 'view', view } }),
    ),
    ...(canPrint
      ? [{ id: 'print', label: words.print, detail: 'This day', target: { kind: 'print' } } satisfies Command]
      : []),
    { id: 'settings', label: words.settings, detail: 'Of this browser', target: { kind: 'settings' } },
    ...stores.map(
      ({ id, name }): Command => ({
        id: `store ${id}`,
        label: name,
        detail: 'Store',
        target: { kind: 'store', storeId: id },
      }),
    ),
  ];
  return [
    ...(date
      ? [{ id: `day ${date}`, label: dateText(date), detail: 'Day', target: { kind: 'day', date } } satisfies Command]
      : []),
    ...fixed.filter(({ label }) => matchesWords([label], text)),
    ...(text === '' ? [] : screen.filter(({ label }) => matchesWords([label], text))),
    ...employees
      .filter(({ isActive, name }) => text !== '' && isActive && matchesWords([name], text))
      .slice(0, MOST_VETS)
      .map(
        ({ id, name }): Command => ({
          id: `vet ${id}`,
          label: name,
          detail: 'On the board',
          target: { kind: 'vet', employeeId: id },
        }),
      ),
    ...pets
      .filter(({ name, clientName }) => text !== '' && matchesWords([name, clientName], text))
      .slice(0, MOST_PETS)
      .map(
        ({ id, name, clientName }): Command => ({
          id: `pet ${id}`,
          label: [name, clientName].filter(Boolean).join(' · '),
          detail: 'Pet',
          target: { kind: 'pet', petId: id },
        }),
      ),
  ];
}
