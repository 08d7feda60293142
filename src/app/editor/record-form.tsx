import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { FieldGrid } from './field-grid.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

/** The form of an existing or new record, with **Save** and **Cancel**, in place of the record. */
export function RecordForm<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>({
  children,
  ...options
}: RecordFormOptions<Item, Name, Reference> & { children?: ReactNode }) {
  const { kind, reference } = options;
  const record = useRecordForm(options);
  const { form, item, values, problems, shown, conflicts, error, isSaving, isUncertain, showProblems } = record;
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('input, [role="combobox"]')?.focus();
  }, [form]);
  const theirs = new Map(Object.entries(item ?? {}));
  return (
    <form
      ref={form}
      aria-label={item ? kind.title(item) : kind.create?.label()}
      noValidate
      onSubmit={record.submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        record.leave();
      }}
      className="flex flex-col gap-3"
    >
      <div className={isUncertain ? 'opacity-60' : ''}>
        <FieldGrid
          {...{ problems, showProblems, reference }}
          fields={record.fields}
          input={shown}
          onChange={record.change}
          below={(name, field) =>
            conflicts.includes(name) ? (
              <ConflictingValue
                field={field.label()}
                value={field.text(theirs.get(name), reference)}
                onTake={() => record.change(name, field.begin(theirs.get(name)))}
              />
            ) : null
          }
        />
      </div>
      {kind.note?.(values, item)}
      {children}
      {isUncertain && !isSaving ? (
        <Failure look="danger" onRetry={() => record.submit()}>
          {t`We couldn’t confirm that it was saved. Try again to find out. Nothing will be saved twice.`}
        </Failure>
      ) : error ? (
        <Failure look="danger" error={error} onRetry={() => record.submit()}>
          {t`Not saved. What you typed is still here.`}
        </Failure>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isSaving}>
          {isSaving ? savingText(record.isUnsure) : t({ message: 'Save', comment: 'button: saves what was typed' })}
        </Button>
        <Button onClick={record.cancel}>{t({ message: 'Cancel', comment: 'button: nothing is done' })}</Button>
      </div>
    </form>
  );
}

const savingText = (isUnsure: boolean) => (isUnsure ? t`Checking whether it was saved…` : t`Saving…`);

/** The value that a colleague has saved for a field, next to the person's own. */
export function ConflictingValue({
  field,
  value,
  onTake: onUseTheirs,
}: {
  field: string;
  value: string;
  onTake: () => void;
}) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn"
    >
      <p className="min-w-0 grow basis-48 break-words">
        {t({
          message: `A colleague changed “${field}” to ${value}. Save again to use yours.`,
          comment: 'the name of a field, and its value now',
        })}
      </p>
      <Button compact onClick={onUseTheirs}>
        {t({ message: 'Use theirs', comment: 'button: the value that a colleague has entered' })}
      </Button>
    </div>
  );
}
