import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, type Ref, useContext, useRef } from 'react';
import { controlClass, FieldFrame, optionClass, popupClass } from './field-frame.tsx';
import { PopupHost } from './popup-host.ts';

interface ComboboxProps<Item> {
  label: string;
  items: readonly Item[];
  value: Item | null;
  onChange: (item: Item | null) => void;
  idOf: (item: Item) => string;
  textOf: (item: Item) => string;
  renderOption?: (item: Item) => ReactNode;
  /** Whether an item answers to what is typed; null where `items` are narrowed already. */
  matches: ((item: Item, typed: string) => boolean) | null;
  onType?: (typed: string) => void;
  onBlur?: () => void;
  /** Said in the list: that it is loading, or could not be loaded. */
  status?: ReactNode;
  /** Said instead of the list when nothing matches. */
  empty: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  placeholder?: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** One of many, found by typing: Enter or Tab takes the highlighted one, which is the first that matches. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, items, value, onChange, idOf, textOf, renderOption, matches, onType, onBlur } = props;
  const { status, empty, hint, error, optional, placeholder, className, ref } = props;
  const host = useContext(PopupHost);
  const highlighted = useRef<Item | undefined>(undefined);
  const typing = useRef(false);
  const open = useRef(false);
  return (
    <BaseCombobox.Root<Item>
      items={items}
      value={value}
      onValueChange={(item) => {
        typing.current = false;
        onChange(item);
      }}
      itemToStringLabel={textOf}
      itemToStringValue={idOf}
      isItemEqualToValue={(item, other) => idOf(item) === idOf(other)}
      filter={matches === null ? null : (item, typed) => matches(item, typed)}
      autoHighlight
      openOnInputClick
      onOpenChange={(isOpen) => {
        open.current = isOpen;
      }}
      onItemHighlighted={(item) => {
        highlighted.current = item;
      }}
      onInputValueChange={(typed, { reason }) => {
        typing.current = reason === 'input-change';
        onType?.(reason === 'input-change' ? typed : '');
      }}
    >
      <FieldFrame
        label={label}
        hint={hint}
        error={error}
        {...(optional === undefined ? {} : { optional })}
        {...(className === undefined ? {} : { className })}
      >
        <BaseCombobox.InputGroup className="relative">
          <BaseCombobox.Input
            ref={ref}
            placeholder={placeholder}
            onBlur={onBlur}
            onKeyDown={(event) => {
              // Escape closes the list, then what is around the field; what was chosen stays chosen.
              if (event.key === 'Escape' && !open.current) event.preventBaseUIHandler();
              if (event.key === 'Tab' && typing.current && highlighted.current !== undefined) {
                typing.current = false;
                onChange(highlighted.current);
              }
            }}
            className={`${controlClass} ${value !== null && optional ? 'pr-14' : 'pr-8'}`}
          />
          <div className="pointer-events-none absolute inset-y-0 right-0 flex items-center pr-1 text-muted">
            {optional ? (
              <BaseCombobox.Clear
                aria-label="Clear"
                className="pointer-events-auto grid size-7 place-items-center rounded hover:text-ink"
              >
                <X aria-hidden="true" size={14} />
              </BaseCombobox.Clear>
            ) : null}
            {/* A sign only: a click anywhere in the field opens the list, and one control has one name. */}
            <span aria-hidden="true" className="pointer-events-none grid size-7 place-items-center">
              <ChevronDown size={16} />
            </span>
          </div>
        </BaseCombobox.InputGroup>
      </FieldFrame>
      <BaseCombobox.Portal {...(host === null ? {} : { container: host })}>
        <BaseCombobox.Positioner className="z-60 outline-none" sideOffset={4}>
          <BaseCombobox.Popup className={popupClass}>
            <BaseCombobox.Status className="px-2.5 text-xs text-muted not-empty:py-1.5">{status}</BaseCombobox.Status>
            <BaseCombobox.Empty className="px-2.5 text-sm text-muted not-empty:py-1.5">
              {status ? null : empty}
            </BaseCombobox.Empty>
            <BaseCombobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain">
              {(item: Item) => (
                <BaseCombobox.Item key={idOf(item)} value={item} className={optionClass}>
                  {renderOption ? renderOption(item) : textOf(item)}
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
