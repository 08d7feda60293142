import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
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
      'items-center rounded px-2 text-xs whitespace-nowrap hover:bg-sunken has-data-checked:bg-accent has-data-checked:text-on-accent',
  },
  /** A button for each option. */
  chips: {
    group: 'flex flex-wrap gap-1.5',
    option:
      'min-h-7 items-center rounded-md border border-line-strong bg-surface px-2.5 text-xs tabular-nums has-data-checked:border-accent has-data-checked:bg-accent-soft has-data-checked:font-semibold has-data-checked:text-accent pointer-coarse:min-h-9',
  },
  /** A text with a radio button for each. */
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
  chosenRef?: Ref<HTMLElement>;
}

/** A choice of a few options, all visible: arrow keys choose. */
export function RadioChoice<Value>(props: RadioChoiceProps<Value>) {
  const { label, labelHidden = false, look, value, options, onChange, className = '', chosenRef } = props;
  const { labelClass = 'pb-1 text-xs font-semibold text-ink' } = props;
  const id = useId();
  const { group, option } = looks[look];
  return (
    <RadioGroup
      aria-labelledby={id}
      value={value === undefined ? null : String(value)}
      onValueChange={(key) => {
        const chosen = options.find((one) => String(one.value) === key);
        if (chosen) onChange(chosen.value);
      }}
      // Enter submits the form, as with native radio buttons.
      onKeyDown={(event) => (event.key === 'Enter' ? event.currentTarget.closest('form')?.requestSubmit() : undefined)}
      className={className}
    >
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
            <RadioButton
              ref={one.value === value ? chosenRef : undefined}
              value={String(one.value)}
              isSeen={look === 'plain'}
            />
            <bdi lang={one.lang}>{one.label}</bdi>
          </label>
        ))}
      </div>
    </RadioGroup>
  );
}

interface RadioButtonProps {
  ref: Ref<HTMLElement> | undefined;
  value: string;
  isSeen: boolean;
}

function RadioButton({ ref, value, isSeen }: RadioButtonProps) {
  return (
    <Radio.Root
      {...(ref === undefined ? {} : { ref })}
      value={value}
      className={
        isSeen
          ? 'grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-surface outline-none data-checked:border-accent data-checked:bg-accent'
          : 'absolute inset-0 outline-none'
      }
    >
      {isSeen ? <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" /> : null}
    </Radio.Root>
  );
}
