import { plural, t } from '@lingui/core/macro';
import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { normalizeText } from '#app/language/normalize-text.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { floatingClass, keepUnder } from './popover.tsx';

export interface FilterOption {
  value: string;
  label: string;
  count?: number;
}

interface FilterComboboxProps {
  /** The accessible name, such as "Vet", shown while nothing is chosen. */
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  /** Shown where no option matches. */
  empty?: string;
  /** The class of its width. */
  className?: string;
  onChange: (chosen: string[]) => void;
}

/** A multiple-choice combobox; options may have counts. Enter or a click toggles an option; the list stays open. */
export function FilterCombobox(props: FilterComboboxProps) {
  const { label, options, chosen, empty, className = 'w-36', onChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = options.filter((option) => normalizeText(option.label).includes(normalizeText(typed)));
  const current = open ? shown[Math.min(active, shown.length - 1)] : undefined;
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const summary = listText(names);

  useEffect(() => {
    const element = list.current;
    if (!element || !input.current) return;
    if (!open) return element.hidePopover();
    element.showPopover();
    return keepUnder(input.current, element);
  }, [open]);

  function toggle(value: string) {
    onChange(chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value]);
  }

  function close() {
    setOpen(false);
    setTyped('');
  }

  /** By keys only: a list that scrolls under the pointer would activate another option. */
  function activate(index: number) {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (open) activate((Math.min(active, shown.length - 1) + step + shown.length) % Math.max(shown.length, 1));
      setOpen(true);
    } else if (event.key === 'Enter') {
      if (current) toggle(current.value);
      else setOpen(true);
    } else if (event.key === 'Escape' && open) {
      close();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={`relative shrink-0 ${className}`} title={summary}>
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        aria-autocomplete="list"
        {...(current ? { 'aria-activedescendant': `${id}-${current.value}` } : {})}
        autoComplete="off"
        placeholder={summary || label}
        value={typed}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
        className={`h-7 w-full truncate rounded-md border bg-surface pe-7 ps-2 text-xs pointer-coarse:text-base ${chosen.length > 0 ? 'border-accent placeholder:text-transparent' : 'border-line-strong placeholder:text-muted'}`}
      />
      {chosen.length > 0 && typed === '' ? (
        // The field's placeholder has all the names, for assistive technology.
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-7 start-2 flex items-center text-xs font-medium"
        >
          <ChosenNames key={summary} names={names} />
        </span>
      ) : null}
      {chosen.length > 0 ? (
        <button
          type="button"
          aria-label={t({ message: `Clear ${label}`, comment: 'Button: empties a filter, such as Vet or Status' })}
          onClick={() => onChange([])}
          className="absolute inset-y-0 end-0 grid w-7 place-items-center text-muted hover:text-ink"
        >
          <X aria-hidden="true" size={13} />
        </button>
      ) : (
        <ChevronDown aria-hidden="true" size={13} className="pointer-events-none absolute top-1.5 end-2 text-muted" />
      )}
      <div
        ref={list}
        id={id}
        popover="manual"
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        className={`${floatingClass} min-w-56`}
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus.
          <div
            key={option.value}
            id={`${id}-${option.value}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(option.value)}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => toggle(option.value)}
            className={`flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 text-sm ${option === current ? 'bg-accent-soft' : ''}`}
          >
            <Check
              aria-hidden="true"
              size={14}
              className={chosen.includes(option.value) ? 'text-accent' : 'invisible'}
            />
            <span className="min-w-0 grow truncate">{option.label}</span>
            {option.count === undefined ? null : (
              <span className="text-xs text-muted tabular-nums">{option.count.toLocaleString(shownLocale)}</span>
            )}
          </div>
        ))}
        {shown.length === 0 ? (
          <p className="px-2 py-1.5 text-sm text-muted">{empty ?? words.nothingByThatName}</p>
        ) : null}
      </div>
    </div>
  );
}

/**
 * The chosen names where they fit, else the first and the number of others, else fewer words of it; words are never
 * cut.
 */
function ChosenNames({ names }: { names: readonly string[] }) {
  const text = useRef<HTMLElement>(null);
  const [first = ''] = names;
  const count = names.length;
  const more = count > 1 ? ` +${(count - 1).toLocaleString(shownLocale)}` : '';
  const parts = first.split(' ');
  const looks = [
    listText(names),
    ...(more === '' ? [] : [first + more]),
    ...parts.slice(1).map((_, left) => parts.slice(0, parts.length - 1 - left).join(' ') + more),
    ...(more === '' ? [] : [t`${plural(count, { one: '# chosen', other: '# chosen' })}`]),
  ];
  const [look, setLook] = useState(0);
  useLayoutEffect(() => {
    const element = text.current;
    if (element && element.scrollWidth > element.clientWidth && look < looks.length - 1) setLook(look + 1);
  }, [look, looks.length]);
  return (
    <bdi ref={text} className="min-w-0 truncate">
      {looks[look]}
    </bdi>
  );
}
