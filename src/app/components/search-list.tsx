import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { type ReactNode, type Ref, useRef } from 'react';
import { insert } from '#app/browser/keystroke-buffer.ts';
import { controlClass, optionClass } from './field-frame.tsx';

interface SearchListProps<Item> {
  /** The accessible name of the field. */
  label: string;
  placeholder: string;
  /** The text that is in the field at first. */
  begunWith?: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  textOf: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** Shown where there is nothing to choose. */
  empty: ReactNode;
  /** Shown below the list. */
  note: ReactNode;
  onType: (typed: string) => void;
  /** `otherwise`: chosen with Ctrl or ⌘. */
  onChoose: (item: Item, otherwise: boolean) => void;
  /** Called for Enter while there is nothing to choose yet. */
  onEnterEarly: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A text field with an open list below it: typing filters, arrow keys move, Enter runs the highlighted result. */
export function SearchList<Item>(props: SearchListProps<Item>) {
  const { label, placeholder, begunWith = '', items, idOf, textOf, renderItem, empty, note } = props;
  const { onType, onChoose, onEnterEarly, ref } = props;
  const highlighted = useRef<Item | undefined>(undefined);
  const hasBegun = useRef(begunWith === '');
  return (
    <BaseCombobox.Root<Item>
      inline
      open
      items={items}
      filter={null}
      value={null}
      autoHighlight
      isItemEqualToValue={(one, other) => idOf(one) === idOf(other)}
      onItemHighlighted={(item) => {
        highlighted.current = item;
      }}
      itemToStringLabel={textOf}
      itemToStringValue={idOf}
      onInputValueChange={(typed, { reason }) => {
        if (reason === 'input-change') onType(typed);
      }}
      onValueChange={(item, { event }) => {
        if (item !== null) onChoose(item, event instanceof MouseEvent && (event.ctrlKey || event.metaKey));
      }}
    >
      <div className="p-3">
        <BaseCombobox.Input
          ref={ref}
          aria-label={label}
          placeholder={placeholder}
          onFocus={({ currentTarget }) => {
            if (hasBegun.current) return;
            hasBegun.current = true;
            // As if typed, so that Enter takes the first result; not during the change of the focus.
            setTimeout(() => insert(currentTarget, begunWith));
          }}
          onKeyDown={({ key, ctrlKey, metaKey, nativeEvent }) => {
            if (key !== 'Enter' || nativeEvent.isComposing) return;
            if (items.length === 0) onEnterEarly();
            else if ((ctrlKey || metaKey) && highlighted.current !== undefined) onChoose(highlighted.current, true);
          }}
          className={controlClass}
        />
      </div>
      <BaseCombobox.Empty className="px-4 text-sm text-muted not-empty:pb-3">{empty}</BaseCombobox.Empty>
      <BaseCombobox.List aria-label={label} className="max-h-[50vh] overflow-y-auto overscroll-contain pb-2">
        {(item: Item) => (
          <BaseCombobox.Item key={idOf(item)} value={item} className={`${optionClass} px-4`}>
            {renderItem(item)}
          </BaseCombobox.Item>
        )}
      </BaseCombobox.List>
      <BaseCombobox.Status className="px-4 text-sm text-muted not-empty:pb-3">{note}</BaseCombobox.Status>
    </BaseCombobox.Root>
  );
}
