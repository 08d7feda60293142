import { t } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { useHasDraft } from '#app/editor/draft.ts';
import { useEditor } from '#app/editor/editor.ts';
import { useOpenerFocus } from '#app/editor/record-list.tsx';

interface FormButtonProps {
  /** Identifies the form, and its draft. */
  id: string;
  icon: LucideIcon;
  label: string;
  /** `small` is for a toolbar, and `quiet` for use beside text. */
  look?: 'plain' | 'small' | 'quiet';
}

export const editText = () => t({ message: 'Edit', comment: 'button: changes a record' });

/** A button that opens a form of the page. It indicates unsaved input in that form. */
export function FormButton({ id, icon: Icon, label, look = 'plain' }: FormButtonProps) {
  const editor = useEditor();
  const isOpen = editor.edit === id;
  const opener = useOpenerFocus(isOpen);
  const hasDraft = useHasDraft(editor, id);
  return (
    <Button
      ref={opener}
      compact={look !== 'plain'}
      tone={look === 'quiet' ? 'quiet' : 'plain'}
      className={look === 'quiet' ? '-ms-2' : ''}
      aria-expanded={isOpen}
      // The second click of a double click does not close the form again.
      onClick={({ detail }) => (isOpen && detail > 1 ? undefined : editor.onEdit(isOpen ? null : id))}
    >
      <Icon aria-hidden="true" size={look === 'plain' ? 16 : 14} />
      {label}
      {hasDraft && !isOpen ? (
        <span className="rounded bg-warn-soft px-1.5 text-xs text-warn">{t`Unsaved changes`}</span>
      ) : null}
    </Button>
  );
}
