import { t } from '@lingui/core/macro';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConflictChoiceProps {
  /** Describes the colleague's change that was saved first. */
  description: string;
  /**
   * The changed fields, each with its value as the person saw it, as the colleague changed it, and as the person wants
   * it.
   */
  rows: readonly { label: string; before: string; theirs: string; mine: string }[];
  /** Shown instead of the rows if the colleague's change is unknown; null if it is known. */
  unknown: string | null;
  onResolve: (how: 'theirs' | 'mine') => void;
}

/** Shows a colleague's change and the user's own side by side, with a choice between them. */
export function ConflictChoice({ description, rows, unknown, onResolve }: ConflictChoiceProps) {
  return (
    <Dialog title={t`Changed in the meantime`} description={description} onClose={() => onResolve('theirs')}>
      <div className="flex flex-col gap-4 overflow-y-auto p-4 text-sm">
        {unknown !== null ? (
          <p>{unknown}</p>
        ) : (
          <table className="w-full border-collapse text-start">
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                <td />
                <th scope="col" className="px-2 py-1 font-semibold">
                  {t({ message: 'Before', comment: 'heads a column: the appointment as you saw it' })}
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
              {rows.map(({ label, before, theirs, mine }) => (
                <tr key={label} className="border-b border-line align-top">
                  <th scope="row" className="py-1.5 pe-2 text-xs font-semibold text-muted">
                    {label}
                  </th>
                  <ConflictValue text={before} />
                  <ConflictValue text={theirs} strong={theirs !== before} />
                  <ConflictValue text={mine} strong={mine !== theirs} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" onClick={() => onResolve('theirs')}>
            {unknown !== null ? texts.close : t({ message: 'Keep theirs', comment: 'the change of a colleague' })}
          </Button>
          {unknown !== null ? null : (
            <Button onClick={() => onResolve('mine')}>{t({ message: 'Apply mine', comment: 'my change' })}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function ConflictValue({ text, strong = false }: { text: string; strong?: boolean }) {
  return (
    <td dir="auto" className={`px-2 py-1.5 break-words whitespace-pre-wrap ${strong ? 'font-semibold' : ''}`}>
      {text}
    </td>
  );
}
