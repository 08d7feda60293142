import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#app/components/button.tsx';
import { isolated } from '#app/text/isolated.ts';
import { PracticeError } from './practice-error.tsx';
import type { Edit } from './use-edit.ts';

/** How a field and its values are called, where a colleague has changed it. */
export type FieldTexts<Values> = {
  readonly [Field in keyof Values]: { readonly label: string; readonly text: (value: Values[Field]) => string };
};

interface EditFormProps<Values extends object> {
  edit: Edit<Values>;
  /** What is edited. */
  label: string;
  texts: FieldTexts<Values>;
  children: ReactNode;
}

/** The form of one record with **Save** and **Cancel**, in the place where the record stands. */
export function EditForm<Values extends object>(props: EditFormProps<Values>) {
  const { edit, label, texts, children } = props;
  const { form, conflicts, current, error, isSaving } = edit;
  useEffect(() => form.current?.querySelector<HTMLElement>('input, [role="combobox"]')?.focus(), [form]);
  return (
    <form
      ref={form}
      aria-label={label}
      noValidate
      onSubmit={edit.submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        edit.leave();
      }}
      className="flex flex-col gap-3"
    >
      {children}
      {conflicts.map((field) => (
        <Conflict
          key={field}
          field={texts[field].label}
          value={texts[field].text(current[field])}
          onTake={() => edit.takeTheirs(field)}
        />
      ))}
      {error ? (
        <PracticeError error={error} onRetry={() => edit.submit()}>
          {t`Not saved. What you typed is still here.`}
        </PracticeError>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isSaving}>
          {isSaving ? t`Saving…` : t({ message: 'Save', comment: 'button: saves what was typed' })}
        </Button>
        <Button onClick={edit.cancel}>{t({ message: 'Cancel', comment: 'button: nothing is done' })}</Button>
      </div>
    </form>
  );
}

function Conflict({ field, value, onTake }: { field: string; value: string; onTake: () => void }) {
  const shown = isolated(value);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warn-soft px-3 py-2 text-warn"
    >
      <p className="min-w-0 grow basis-64 break-words">
        {t({
          message: `A colleague has meanwhile changed “${field}” to ${shown}. Save again to have yours instead.`,
          comment: 'the name of a field, and its value now',
        })}
      </p>
      <Button compact onClick={onTake}>
        {t({ message: 'Take theirs', comment: 'button: the value that a colleague has entered' })}
      </Button>
    </div>
  );
}
