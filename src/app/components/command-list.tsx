import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import type { ReactNode, Ref } from 'react';
import { controlClass, optionClass } from './field-frame.tsx';

interface CommandListProps<Item> {
  /** The accessible name of the field. */
  label: string;
  placeholder: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  textOf: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** Shown where there is nothing to choose. */
  empty: ReactNode;
  /** Shown below the list. */
  note: ReactNode;
  onType: (typed: string) => void;
  onChoose: (item: Item) => void;
  /** Called for Enter while there is nothing to choose yet. */
  onEnterEarly: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A text field with an open list below it: typing filters, arrow keys move, Enter runs the highlighted command. */
export function CommandList<Item>(props: CommandListProps<Item>) {
  const { label, placeholder, items, idOf, textOf, renderItem, empty, note, onType, onChoose, onEnterEarly, ref } =
    props;
  return (
    <BaseCombobox.Root<Item>
      inline
      open
      items={items}
      filter={null}
      value={null}
      autoHighlight
      itemToStringLabel={textOf}
      itemToStringValue={idOf}
      onInputValueChange={(typed, { reason }) => {
        if (reason === 'input-change') onType(typed);
      }}
      onValueChange={(item) => {
        if (item !== null) onChoose(item);
      }}
    >
      <div className="p-3">
        <BaseCombobox.Input
          ref={ref}
          aria-label={label}
          placeholder={placeholder}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && items.length === 0 && !nativeEvent.isComposing) onEnterEarly();
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
