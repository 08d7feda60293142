import { Dialog } from '#app/components/dialog.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['n', 'New appointment'],
  ['t', 'Today'],
  ['Alt ←  Alt →', 'Previous and next day'],
  ['/', 'Search this day'],
  ['Tab', 'To the blocks, and out of them'],
  ['↑ ↓', 'Earlier and later block of the same column'],
  ['← →', 'Nearest block of the next column'],
  ['Home  End', 'First and last block of the column'],
  ['Enter', 'Open the details of the block'],
  ['Esc', 'Close details, lists and dialogs'],
  ['Ctrl K', 'Go to a day, a vet or a pet'],
  ['Ctrl Enter', 'Book, from any field of the form'],
  ['?', 'This list'],
];

/** The keys of the board. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 overflow-y-auto p-4 text-sm">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="font-mono whitespace-nowrap">{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
