import { Combobox } from '@base-ui/react/combobox';
import { t } from '@lingui/core/macro';
import { Check, ChevronDown, X } from 'lucide-react';
import { useContext } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { normalizeText } from '#reading/text.ts';
import { optionClass } from './field-frame.tsx';
import { floatingClass, PopupHost } from './popover.tsx';

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
  /** Shown if no option matches. */
  empty?: string;
  /** The class that sets its width. */
  className?: string;
  onChange: (chosen: string[]) => void;
}

/**
 * A button that opens a list with a search field, to choose several options; options may have counts. The list stays
 * open after a choice.
 */
export function FilterCombobox(props: FilterComboboxProps) {
  const { label, options, chosen, empty, className = 'w-36', onChange } = props;
  const host = useContext(PopupHost);
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const [first, ...others] = chosen.map(labelOf);
  const summary = listText(chosen.map(labelOf));
  return (
    <Combobox.Root<FilterOption, true>
      multiple
      items={options}
      value={chosen.map((value) => ({ value, label: labelOf(value) }))}
      onValueChange={(next) => onChange(next.map(({ value }) => value))}
      isItemEqualToValue={(option, other) => option.value === other.value}
      filter={(option, text) => normalizeText(option.label).includes(normalizeText(text))}
      autoHighlight
    >
      <div className={`relative shrink-0 ${className}`}>
        <Combobox.Trigger
          aria-label={label}
          title={summary}
          className={`flex h-7 w-full items-center gap-1 rounded-md border bg-surface ps-2 text-start text-xs pointer-coarse:text-base ${first === undefined ? 'border-line-strong pe-5 text-muted' : 'border-accent pe-7 font-medium'}`}
        >
          <bdi className="min-w-0 truncate">{first ?? label}</bdi>
          {others.length > 0 ? <span>+{others.length.toLocaleString(shownLocale)}</span> : null}
        </Combobox.Trigger>
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
      <Combobox.Portal {...(host === null ? {} : { container: host })}>
        <Combobox.Positioner className="z-60 outline-none" sideOffset={6} collisionPadding={8} align="start">
          <Combobox.Popup aria-label={label} className={`${floatingClass} min-w-56`}>
            <Combobox.Input
              aria-label={`${label}: ${texts.search}`}
              placeholder={texts.search}
              className="mb-1 h-7 w-full rounded-md border border-line-strong bg-surface px-2 text-xs placeholder:text-muted pointer-coarse:text-base"
            />
            <Combobox.Empty className="px-2 text-sm text-muted not-empty:py-1.5">
              {empty ?? texts.nothingByThatName}
            </Combobox.Empty>
            <Combobox.List aria-label={label}>
              {(option: FilterOption) => (
                <Combobox.Item key={option.value} value={option} className={`${optionClass} group rounded`}>
                  <Check aria-hidden="true" size={14} className="invisible text-accent group-data-selected:visible" />
                  <span className="min-w-0 grow truncate">{option.label}</span>
                  {option.count === undefined ? null : (
                    <span className="text-xs font-normal text-muted tabular-nums">
                      {option.count.toLocaleString(shownLocale)}
                    </span>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
