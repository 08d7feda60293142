import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { t } from '@lingui/core/macro';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, type Ref, useContext } from 'react';
import { controlClass, FieldFrame, type FieldProps, optionClass, popupClass } from './field-frame.tsx';
import { PopupHost } from './popup-host.ts';
import { type TypingOptions, useTyping } from './use-typing.ts';

interface ComboboxProps<Item> extends TypingOptions<Item>, Omit<FieldProps, 'remedy'> {
  value: Item | null;
  textOf: (item: Item) => string;
  renderOption?: (item: Item) => ReactNode;
  /** A status shown in the list, such as loading or an error. */
  status?: ReactNode;
  /** Shown instead of the list when nothing matches. */
  empty: ReactNode;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A single-choice combobox: Enter or Tab takes the highlighted option, initially the first match. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, items, value, idOf, textOf, renderOption, matches } = props;
  const { status, empty, looking, optional, placeholder, className, ref } = props;
  const { typed, leftover, root, input, popup } = useTyping(props);
  const host = useContext(PopupHost);
  const hint = leftover && looking ? status : props.hint;
  const error = props.error ?? (leftover && !looking ? status || empty : undefined);
  return (
    <BaseCombobox.Root<Item>
      items={items}
      value={value}
      inputValue={typed ?? (value === null ? '' : textOf(value))}
      itemToStringLabel={textOf}
      itemToStringValue={idOf}
      isItemEqualToValue={(item, other) => idOf(item) === idOf(other)}
      filter={matches === null ? null : (item, text) => matches(item, text)}
      autoHighlight
      // A pointer that rests on the list, or crosses it, must not change what Enter takes.
      highlightItemOnHover={false}
      openOnInputClick
      {...root}
    >
      <FieldFrame {...{ label, hint, error, optional, className }}>
        <BaseCombobox.InputGroup className="relative">
          <BaseCombobox.Input
            ref={ref}
            placeholder={placeholder}
            {...input}
            className={`${controlClass} ${value !== null && optional ? 'pe-14' : 'pe-8'}`}
          />
          <div className="pointer-events-none absolute inset-y-0 end-0 flex items-center pe-1 text-muted">
            {optional ? (
              <BaseCombobox.Clear
                aria-label={t({ message: 'Clear', context: 'verb: empties a field' })}
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
          <BaseCombobox.Popup ref={popup} className={popupClass}>
            <BaseCombobox.Status className="px-2.5 text-xs text-muted not-empty:py-1.5">{status}</BaseCombobox.Status>
            <BaseCombobox.Empty className="px-2.5 text-sm text-muted not-empty:py-1.5">
              {status ? null : empty}
            </BaseCombobox.Empty>
            <BaseCombobox.List
              aria-label={label}
              className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain"
            >
              {(item: Item) => (
                <BaseCombobox.Item key={idOf(item)} value={item} className={`${optionClass} hover:bg-sunken`}>
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
