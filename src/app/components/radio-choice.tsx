import { type Ref, useId } from 'react';

interface RadioOption<Value> {
  value: Value;
  label: string;
  title?: string;
  /** The language of the label, if it differs from the page's. */
  lang?: string | undefined;
}

const looks = {
  /** A segmented control. */
  segments: {
    group: 'flex h-8 shrink-0 rounded-md border border-line-strong bg-surface p-0.5',
    option:
      'items-center rounded px-2 text-xs whitespace-nowrap hover:bg-sunken has-checked:bg-accent has-checked:text-on-accent',
  },
  /** A button for each option. */
  chips: {
    group: 'flex flex-wrap gap-1.5',
    option:
      'min-h-7 items-center rounded-md border border-line-strong bg-surface px-2.5 text-xs tabular-nums has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent pointer-coarse:min-h-9',
  },
  /** A radio button with a text for each option. */
  plain: { group: 'flex flex-wrap gap-x-5', option: 'min-h-8 items-center gap-2 text-sm' },
} as const;

interface RadioChoiceProps<Value> {
  /** The accessible name, shown before the options unless it is visually hidden. */
  label: string;
  labelHidden?: boolean;
  look: keyof typeof looks;
  /** Undefined while nothing is chosen. */
  value: Value | undefined;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  className?: string;
  labelClass?: string;
  /** The ref of the chosen option. */
  chosenRef?: Ref<HTMLInputElement>;
  /** -1 if the choice is in a list row that is not in the tab order. */
  tabIndex?: 0 | -1;
}

/** A choice between a few options, all visible. The arrow keys select an option. */
export function RadioChoice<Value>(props: RadioChoiceProps<Value>) {
  const { label, labelHidden = false, look, value, options, onChange, className = '', chosenRef, tabIndex } = props;
  const { labelClass = 'pb-1 text-xs font-semibold text-ink' } = props;
  const id = useId();
  const { group, option } = looks[look];
  return (
    <div role="radiogroup" aria-labelledby={id} className={className}>
      <span id={id} className={labelHidden ? 'sr-only' : labelClass}>
        {label}
      </span>
      <div className={group}>
        {options.map((one) => (
          <label
            key={String(one.value)}
            title={one.title}
            className={`relative flex cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent ${option}`}
          >
            <input
              type="radio"
              ref={one.value === value ? chosenRef : undefined}
              name={id}
              tabIndex={tabIndex}
              checked={one.value === value}
              // The click is handled instead of the change event, because React misses that event if it renders after the
              // press, for example when a list closes.
              readOnly
              onClick={() => (one.value === value ? undefined : onChange(one.value))}
              className={`cursor-pointer appearance-none outline-none ${look === 'plain' ? buttonClass : 'absolute inset-0'}`}
            />
            <bdi lang={one.lang}>{one.label}</bdi>
          </label>
        ))}
      </div>
    </div>
  );
}

/** The classes of a radio button: a ring, with a dot inside if the option is chosen. */
const buttonClass =
  'size-4 shrink-0 rounded-full border border-line-strong bg-surface checked:border-5 checked:border-accent checked:bg-on-accent';
