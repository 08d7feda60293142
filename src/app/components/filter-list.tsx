import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { useContext, useRef } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import { normalizeText } from '#reading/text.ts';
import { optionClass } from './field-frame.tsx';
import { floatingClass, PopupHostContext } from './floating.ts';
import { focusReturnTarget, type PopupState } from './use-opener.ts';

export interface FilterOption {
  value: string;
  label: string;
  count?: number;
}

export interface FilterChoiceProps {
  /** The accessible name, such as "Vet", shown while nothing is chosen. */
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  /** Shown if no option matches. */
  empty?: string;
  onChange: (chosen: string[]) => void;
}

type FilterListProps = PopupState & FilterChoiceProps & { id: string };

/** The popup list of a filter. `FilterCombobox` loads it lazily. */
export function FilterList(props: FilterListProps) {
  const { anchor, open, onOpenChange, id, label, options, chosen, empty, onChange } = props;
  const popup = useRef<HTMLDivElement>(null);
  const host = useContext(PopupHostContext);
  return (
    <Combobox.Root<FilterOption, true>
      multiple
      open={open}
      onOpenChange={onOpenChange}
      items={options}
      value={chosen.map((value) => ({
        value,
        label: options.find((option) => option.value === value)?.label ?? value,
      }))}
      onValueChange={(next) => onChange(next.map(({ value }) => value))}
      isItemEqualToValue={(option, other) => option.value === other.value}
      filter={(option, text) => normalizeText(option.label).includes(normalizeText(text))}
      autoHighlight
    >
      <Combobox.Portal {...(host === null ? {} : { container: host })}>
        <Combobox.Positioner
          anchor={anchor}
          className="z-60 outline-none"
          sideOffset={6}
          collisionPadding={8}
          align="start"
        >
          <Combobox.Popup
            ref={popup}
            finalFocus={() => focusReturnTarget(props, popup.current)}
            id={id}
            aria-label={label}
            className={`${floatingClass} min-w-56`}
          >
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
