import { Dialog } from '#app/components/dialog.tsx';
import { words } from '#app/text/words.ts';
import { boardScreenViews, viewLabels } from './board-views.ts';

type Key = readonly [keys: string, meaning: string];

const SECTIONS: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: 'Anywhere on the board',
    keys: [
      ['n', words.newAppointment],
      ['t', words.today],
      ['Alt ←  Alt →', 'Previous and next day, or week'],
      ['/', words.searchThisDay],
      ['Ctrl K  ⌘ K', 'Go to a day, a vet or a pet'],
      ['?', 'This list'],
    ],
  },
  { title: 'Views', keys: boardScreenViews.map((view, index) => [String(index + 1), viewLabels[view]]) },
  {
    title: 'Appointments',
    keys: [
      ['Tab', 'To the appointments, and on from them'],
      ['↑ ↓', 'Earlier and later in the same column'],
      ['← →', 'Nearest one in the next column'],
      ['Home  End', 'First and last one of the column'],
      ['Enter', 'Open the details'],
      ['s', 'Next step of the status; to the next patient where none is in focus'],
      ['Shift S', 'Any other status'],
      ['m', 'Move with the arrows, stretch with Shift, by 5 minutes with Alt; Enter saves'],
      ['Ctrl Z  ⌘ Z', 'Undo the last change'],
      ['Esc', 'Close details, lists and dialogs'],
      ['Ctrl Enter', 'Book, from any field of the form'],
    ],
  },
];

/** The keys of the board. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <div className="flex flex-wrap gap-x-10 gap-y-4 overflow-y-auto p-4 text-sm">
        {SECTIONS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1.5 font-semibold">{title}</h3>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
              {keys.map(([key, meaning]) => (
                <div key={key} className="contents">
                  <dt className="font-mono whitespace-nowrap">{key}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
