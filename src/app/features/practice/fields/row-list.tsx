import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useAfterPress } from '#app/browser/use-after-press.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { Button } from '#app/components/button.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { isolated } from '#app/text/isolated.ts';

interface RowListProps<Row extends { key: string }> {
  /** The accessible name of the list, such as "Rooms". */
  label: string;
  rows: readonly Row[];
  /** What a row is called; its place where it has no name yet. */
  nameOf: (row: Row) => string;
  children: (row: Row, index: number) => ReactNode;
  /** Headings of the fields of a row, on wide screens; they are heard as the labels of the fields. */
  heading?: ReactNode;
  addText: string;
  /** Whether nothing was typed in a row: such a row goes when it is left. */
  isBlank: (row: Row) => boolean;
  /** Adds a row at a place. */
  onAdd: (at: number) => void;
  onRemove: (index: number) => void;
  /** Not there where the order means nothing. */
  onMove?: (from: number, to: number) => void;
}

type Control = 'field' | 'up' | 'down';

/** Rows of fields: added (Enter in a row adds the next), taken out, and moved, by buttons or Alt with the arrows. */
export function RowList<Row extends { key: string }>(props: RowListProps<Row>) {
  const { label, rows, nameOf, children, heading, addText, onAdd, onRemove, onMove, isBlank } = props;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** What has the focus once the rows have changed. */
  const next = useRef<{ at: number; control: Control } | null>(null);
  const [said, setSaid] = useState('');

  useLayoutEffect(() => {
    if (next.current === null || !list.current) return;
    const { at, control } = next.current;
    next.current = null;
    const row = list.current.children[Math.min(at, rows.length - 1)];
    const wanted = row?.querySelector<HTMLElement>(control === 'field' ? 'input' : `[data-move="${control}"]`);
    (wanted ?? add.current)?.focus();
  }, [rows]);

  function titleOf(row: Row, index: number): string {
    const name = nameOf(row).trim();
    const place = index + 1;
    return name === '' ? t({ message: `New, place ${place}`, comment: 'a row of a list that has no name yet' }) : name;
  }

  function addAt(at: number) {
    next.current = { at, control: 'field' };
    onAdd(at);
  }

  function move(from: number, to: number, control: Control) {
    const row = rows[from];
    if (row === undefined || to < 0 || to >= rows.length) return;
    next.current = { at: to, control };
    const name = isolated(titleOf(row, from));
    const [place, count] = [to + 1, rows.length];
    setSaid(t`${name} is now ${place} of ${count}`);
    onMove?.(from, to);
  }

  function remove(index: number) {
    next.current = { at: index, control: 'field' };
    onRemove(index);
  }

  const afterPress = useAfterPress();
  const dropBlank = useLatest((key: string) => {
    const index = rows.findIndex((row) => row.key === key);
    const row = rows[index];
    if (row !== undefined && rows.length > 1 && isBlank(row)) onRemove(index);
  });

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLLIElement>, row: Row) {
    // Switching windows, and opening a list of the row, leaves it only for a while.
    const isLeft = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget);
    if (isLeft && relatedTarget.closest('[role="listbox"], [role="presentation"]') === null) {
      afterPress(() => dropBlank.current(row.key));
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>, index: number) {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    if (event.defaultPrevented || event.nativeEvent.isComposing || ctrlKey || metaKey) return;
    if (altKey && onMove && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      move(index, key === 'ArrowUp' ? index - 1 : index + 1, 'field');
    } else if (key === 'Enter' && !altKey && target instanceof HTMLInputElement && target.type === 'text') {
      // It would send the whole form.
      event.preventDefault();
      addAt(index + 1);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      {heading ? (
        <div aria-hidden="true" className="flex gap-2 text-xs font-semibold max-sm:hidden">
          <div className="min-w-0 grow">{heading}</div>
          <div className={onMove ? 'w-24' : 'w-8'} />
        </div>
      ) : null}
      <ul ref={list} aria-label={label} className="flex flex-col gap-2 max-sm:gap-3">
        {rows.map((row, index) => {
          const title = titleOf(row, index);
          const name = isolated(title);
          return (
            <li
              key={row.key}
              className="flex items-start gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3 max-sm:last:border-0 max-sm:last:pb-0"
              onKeyDown={(event) => onKeyDown(event, index)}
              onBlur={(event) => onBlur(event, row)}
            >
              <fieldset aria-label={title} className="min-w-0 grow">
                {children(row, index)}
              </fieldset>
              <div className={`flex shrink-0 py-0.5 max-sm:flex-col ${onMove ? 'sm:w-24' : 'w-8'}`}>
                {onMove ? (
                  <>
                    <IconButton
                      icon={ArrowUp}
                      data-move="up"
                      label={t`Move ${name} up`}
                      aria-disabled={index === 0}
                      onClick={() => move(index, index - 1, 'up')}
                    />
                    <IconButton
                      icon={ArrowDown}
                      data-move="down"
                      label={t`Move ${name} down`}
                      aria-disabled={index === rows.length - 1}
                      onClick={() => move(index, index + 1, 'down')}
                    />
                  </>
                ) : null}
                <IconButton icon={X} label={t`Remove ${name}`} onClick={() => remove(index)} />
              </div>
            </li>
          );
        })}
      </ul>
      <Button ref={add} compact tone="quiet" className="-ms-2 self-start" onClick={() => addAt(rows.length)}>
        <Plus aria-hidden="true" size={14} />
        {addText}
      </Button>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** The rows with one of them at another place. */
export function movedRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1));
}
