import { t } from '@lingui/core/macro';
import { ChevronDown, X } from 'lucide-react';
import { useId } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { listText } from '#app/text/list-text.ts';
import type { FilterChoiceProps } from './filter-list.tsx';
import { lazy } from './lazy.tsx';
import { FloatingFrame } from './loading-frame.tsx';
import { useOpener } from './use-opener.ts';

const FilterList = lazy({
  isFrequent: true,
  load: () => import('./filter-list.tsx').then((module) => module.FilterList),
  Fallback: FloatingFrame,
});

interface FilterComboboxProps extends FilterChoiceProps {
  /** The class that sets the width of the button. */
  className?: string;
}

/**
 * A button that opens a list of options with a search field. The list stays open, so that several options can be
 * chosen; each may show a count.
 */
export function FilterCombobox({ className = 'w-36', ...list }: FilterComboboxProps) {
  const { label, options, chosen, onChange } = list;
  const id = useId();
  const { button, opened } = useOpener('dialog');
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const [first, ...others] = names;
  return (
    <>
      <div className={`relative shrink-0 ${className}`}>
        <button
          {...button}
          type="button"
          role="combobox"
          aria-expanded={button['aria-expanded']}
          aria-controls={id}
          aria-label={label}
          title={listText(names)}
          className={`flex h-7 w-full items-center gap-1 rounded-md border bg-surface ps-2 text-start text-xs pointer-coarse:text-base ${first === undefined ? 'border-line-strong pe-5 text-muted' : 'border-accent pe-7 font-medium'}`}
        >
          <bdi className="min-w-0 truncate">{first ?? label}</bdi>
          {others.length > 0 ? <span>+{others.length.toLocaleString(shownLocale)}</span> : null}
        </button>
        {first === undefined ? (
          <ChevronDown
            aria-hidden="true"
            size={13}
            className="pointer-events-none absolute top-1.75 end-1.5 text-muted"
          />
        ) : (
          <button
            type="button"
            onClick={() => onChange([])}
            aria-label={t({ message: `Clear ${label}`, comment: 'Button: empties a filter, such as Vet or Status' })}
            className="absolute inset-y-0 end-0 grid w-7 place-items-center text-muted hover:text-ink"
          >
            <X aria-hidden="true" size={13} />
          </button>
        )}
      </div>
      {opened ? <FilterList {...opened} {...list} id={id} /> : null}
    </>
  );
}
