import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { useHasDraft } from './draft.ts';
import { useEditor } from './editor.ts';
import { RecordForm } from './record-form.tsx';
import { listFields, type RecordKind } from './record-kind.ts';
import { MoveButtons, useRecordOrder } from './record-order.tsx';
import { canSave, type RecordFormOptions } from './use-record-form.ts';

interface RecordListProps<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>
  extends Pick<RecordFormOptions<Item, Name, Reference>, 'kind' | 'reference' | 'fixedInput' | 'onCreated'> {
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  /** Buttons before **Edit**. */
  actions?: (item: Item) => ReactNode;
  /** Shown below a row, for example a question. */
  below?: (item: Item) => ReactNode;
  /** Extra controls in the form that creates a record. */
  newOptions?: ReactNode;
  /** Shown below the form of an existing record. */
  belowForm?: (item: Item) => ReactNode;
}

/** Lists the records of a kind, each as a form while it is edited, with a button that adds one. */
export function RecordList<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  props: RecordListProps<Item, Name, Reference>,
) {
  const { kind, label, actions, below, newOptions, belowForm, items: listed, ...form } = props;
  const editor = useEditor();
  const canEdit = canSave(editor, kind, false);
  const { items, canMove, move, message } = useRecordOrder(kind, listed);
  // Lists of one kind differ in their fixed input, which keeps their drafts apart.
  const addingId = ['new', kind.name, ...Object.values(form.fixedInput ?? {})].join(' ');
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {items.map((item, index) => (
          <RecordRow
            key={item.id}
            id={item.id}
            name={kind.title(item)}
            facts={rowTexts(kind, item, form.reference)}
            isFaded={kind.isFaded?.(item) ?? false}
            canEdit={canEdit}
            below={below?.(item)}
            actions={
              <>
                {canMove ? (
                  <MoveButtons
                    name={kind.title(item)}
                    place={index}
                    count={items.length}
                    onMove={(to, button) => move(item, to, button)}
                  />
                ) : null}
                {actions?.(item)}
              </>
            }
          >
            <RecordForm {...form} kind={kind} id={item.id} item={item} others={items.filter((one) => one !== item)} />
            {belowForm?.(item)}
          </RecordRow>
        ))}
      </ul>
      {message}
      {kind.create && canSave(editor, kind, true) ? (
        <AddRecord id={addingId} label={kind.create.label()}>
          <RecordForm {...form} kind={kind} id={addingId} item={null} others={items}>
            {newOptions}
          </RecordForm>
        </AddRecord>
      ) : null}
    </div>
  );
}

/** The texts below the title of a row. */
function rowTexts<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: RecordKind<Item, Name, Reference>,
  item: Item,
  reference: Reference,
): string[] {
  const fields = new Map(listFields(kind));
  const values = new Map<string, unknown>(Object.entries(item));
  return (kind.row?.(item) ?? []).flatMap((name) => {
    const field = fields.get(name);
    const isShown = field?.isShown?.({ isNew: false, reference }) ?? true;
    return field && isShown ? [field.text(values.get(name), reference)] : [];
  });
}

/** A ref for the button that opens a form. When the form closes, the button gets the focus, unless something else has it. */
export function useOpenerFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface RecordRowProps {
  id: string;
  name: string;
  facts: readonly string[];
  isFaded: boolean;
  canEdit: boolean;
  actions: ReactNode;
  below: ReactNode;
  /** The form that replaces the row while the record is edited. */
  children: ReactNode;
}

function RecordRow({ id, name, facts, isFaded, canEdit, actions, below, children }: RecordRowProps) {
  const editor = useEditor();
  const isOpen = editor.edit === id && canEdit;
  const opener = useOpenerFocus(isOpen);
  const hasDraft = useHasDraft(editor, id);
  const shown = isolateText(name);
  if (isOpen) return <li className="flex flex-col gap-4 px-4 py-3">{children}</li>;
  return (
    <li className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className={`min-w-0 grow basis-36 ${isFaded ? 'text-muted' : ''}`}>
          <p className="font-medium break-words">
            <bdi>{name}</bdi>
          </p>
          <p className="text-muted break-words empty:hidden">
            <InlineTexts of={facts} />
          </p>
        </div>
        {hasDraft ? <p className="rounded bg-warn-soft px-1.5 py-0.5 text-xs text-warn">{t`Unsaved changes`}</p> : null}
        <div className="-me-2 flex items-center gap-1">
          {actions}
          {canEdit ? (
            <Button
              ref={opener}
              compact
              tone="quiet"
              aria-label={hasDraft ? t`Continue editing ${shown}` : t`Edit ${shown}`}
              onClick={() => editor.onEdit(id)}
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

/** A button that adds a record, or the form of the new record. */
function AddRecord({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const editor = useEditor();
  const isOpen = editor.edit === id;
  const opener = useOpenerFocus(isOpen);
  const hasDraft = useHasDraft(editor, id);
  if (isOpen) return <div className="rounded-lg border border-accent bg-surface px-4 py-3">{children}</div>;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button ref={opener} onClick={() => editor.onEdit(id)}>
        <Plus aria-hidden="true" size={16} />
        {label}
      </Button>
      {hasDraft ? <span className="text-warn">{t`Unsaved draft`}</span> : null}
    </p>
  );
}
