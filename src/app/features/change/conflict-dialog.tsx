import { t } from '@lingui/core/macro';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { words } from '#app/text/shared-texts.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import { type ChangeNames, fieldLabels, fieldTexts, nameOf } from './change-text.ts';
import type { Conflict } from './changes.ts';
import { changesBetween, valuesFor, wantedOf } from './field-changes.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  names: ChangeNames;
  onResolve: (how: 'theirs' | 'mine') => void;
}

/** Shows a colleague's change and the user's own side by side, to choose one of them. */
export function ConflictDialog({ conflict, names, onResolve }: ConflictDialogProps) {
  const { seen, steps, current } = conflict;
  const wanted = wantedOf(steps);
  const theirs = current ? changesBetween(seen, current) : {};
  const fields = Object.fromEntries([...Object.keys(theirs), ...Object.keys(wanted)].map((field) => [field, null]));
  const mine = current ? applyChange(current, wanted, seen.start) : seen;
  const rows = [seen, current, mine].map((record) =>
    record === null ? [] : fieldTexts(valuesFor(fields, record), record, names),
  );
  const [before = [], there = [], here = []] = rows;
  const name = nameOf(seen, names.directory);
  return (
    <Dialog
      title={t`Changed meanwhile`}
      description={t`A colleague changed ${name} before your change was saved.`}
      onClose={() => onResolve('theirs')}
    >
      <div className="flex flex-col gap-4 overflow-y-auto p-4 text-sm">
        {current === null ? (
          <p>{t`Your change was not made, and what the colleague did could not be loaded. Look at it on the board.`}</p>
        ) : (
          <table className="w-full border-collapse text-start">
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                <td />
                <th scope="col" className="px-2 py-1 font-semibold">
                  {t({ message: 'You saw', comment: 'heads a column: the appointment as you saw it' })}
                </th>
                <th scope="col" className="px-2 py-1 font-semibold">
                  {t({ message: 'Your colleague’s', comment: 'heads a column: the change of a colleague' })}
                </th>
                <th scope="col" className="px-2 py-1 font-semibold">
                  {t({ message: 'Yours', comment: 'heads a column: your change' })}
                </th>
              </tr>
            </thead>
            <tbody>
              {before.map(({ field, value }, index) => (
                <tr key={field} className="border-b border-line align-top">
                  <th scope="row" className="py-1.5 pe-2 text-xs font-semibold text-muted">
                    {fieldLabels[field]}
                  </th>
                  <Value text={value} />
                  <Value text={there[index]?.value ?? ''} strong={there[index]?.value !== value} />
                  <Value text={here[index]?.value ?? ''} strong={here[index]?.value !== there[index]?.value} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" onClick={() => onResolve('theirs')}>
            {current === null ? words.close : t({ message: 'Keep theirs', comment: 'the change of a colleague' })}
          </Button>
          {current === null ? null : (
            <Button onClick={() => onResolve('mine')}>{t({ message: 'Apply mine', comment: 'my change' })}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Value({ text, strong = false }: { text: string; strong?: boolean }) {
  return (
    <td dir="auto" className={`px-2 py-1.5 break-words whitespace-pre-wrap ${strong ? 'font-semibold' : ''}`}>
      {text}
    </td>
  );
}
