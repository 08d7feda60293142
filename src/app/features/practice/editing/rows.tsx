import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolated } from '#app/text/isolated.ts';
import { useHasDraft } from './edit-drafts.ts';

/** Those in use first, each by their names. */
export const byUse = (one: { isActive: boolean; name: string }, other: typeof one) =>
  Number(other.isActive) - Number(one.isActive) || one.name.localeCompare(other.name, shownLocale);

/** A list of records, each of which becomes its form while it is edited. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
      {children}
    </ul>
  );
}

/** A ref of the button that opens a form: the focus comes back to it, unless it is elsewhere meanwhile. */
function useOpener(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface RowProps {
  id: string;
  name: string;
  /** What there is to know of it, under its name. */
  facts?: ReactNode;
  /** Whether it is no longer in use. */
  faded?: boolean;
  canEdit: boolean;
  /** Buttons beside **Edit**. */
  actions?: ReactNode;
  /** What stands under the row, such as a question. */
  below?: ReactNode;
  /** The form, rendered while it is edited. */
  form: () => ReactNode;
}

/** One record: its name and facts with **Edit**, or its form. */
export function Row({ id, name, facts, faded = false, canEdit, actions, below, form }: RowProps) {
  const { edit, onEdit, draftKey } = usePractice();
  const isOpen = edit === id && canEdit;
  const opener = useOpener(isOpen);
  const hasDraft = useHasDraft(draftKey(id));
  const shown = isolated(name);
  if (isOpen) return <li className="px-4 py-3">{form()}</li>;
  return (
    <li className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className={`min-w-0 grow basis-36 ${faded ? 'text-muted' : ''}`}>
          <p className="font-medium break-words">
            <bdi>{name}</bdi>
          </p>
          {facts ? <div className="text-muted break-words">{facts}</div> : null}
        </div>
        {hasDraft ? (
          <p className="rounded bg-warn-soft px-1.5 py-0.5 text-xs text-warn">{t`Changed, not saved`}</p>
        ) : null}
        <div className="-me-2 flex items-center gap-1">
          {actions}
          {canEdit ? (
            <Button
              ref={opener}
              compact
              tone="quiet"
              aria-label={hasDraft ? t`Continue editing ${shown}` : t`Edit ${shown}`}
              onClick={() => onEdit(id)}
            >
              {hasDraft
                ? t({ message: 'Continue', comment: 'button: editing what was changed and not saved' })
                : t({ message: 'Edit', comment: 'button: changes a record' })}
            </Button>
          ) : null}
        </div>
      </div>
      {below}
    </li>
  );
}

interface AddProps {
  /** `new` and what is added, so that each keeps a draft of its own; with the id of the store that a room is added to. */
  id: string;
  label: string;
  form: () => ReactNode;
}

/** A button that adds a record, or the form of the new one. */
export function Add({ id, label, form }: AddProps) {
  const { edit, onEdit, draftKey } = usePractice();
  const isOpen = edit === id;
  const opener = useOpener(isOpen);
  const hasDraft = useHasDraft(draftKey(id));
  if (isOpen) return <div className="rounded-lg border border-accent bg-surface px-4 py-3">{form()}</div>;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button ref={opener} onClick={() => onEdit(id)}>
        <Plus aria-hidden="true" size={16} />
        {label}
      </Button>
      {hasDraft ? <span className="text-warn">{t`Begun, not saved`}</span> : null}
    </p>
  );
}
