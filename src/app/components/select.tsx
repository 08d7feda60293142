import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, useContext } from 'react';
import { controlClass, FieldFrame, type FieldProps, optionClass, popupClass } from './field-frame.tsx';
import { PopupHostContext } from './floating.ts';

interface SelectOption {
  value: string;
  label: string;
  /** A decoration before the label, such as a colour. */
  mark?: ReactNode;
}

interface SelectProps extends FieldProps {
  options: readonly SelectOption[];
  /** Empty while nothing is chosen. */
  value: string;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onOpenChange?: (isOpen: boolean) => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A single choice from a few options. Typing letters selects an option by its name. */
export function Select(props: SelectProps) {
  const { label, options, value, placeholder, onChange, onBlur, onOpenChange, ref, ...frame } = props;
  const host = useContext(PopupHostContext);
  return (
    <FieldFrame label={label} {...frame}>
      <BaseSelect.Root
        items={options}
        value={value === '' && placeholder !== undefined ? null : value}
        modal={false}
        onOpenChange={(isOpen) => onOpenChange?.(isOpen)}
        onValueChange={(chosen) => (chosen === null ? undefined : onChange(chosen))}
      >
        <BaseSelect.Trigger
          ref={ref}
          onBlur={onBlur}
          className={`${controlClass} flex items-center justify-between gap-2 text-start`}
        >
          <BaseSelect.Value placeholder={placeholder} className="truncate" />
          <BaseSelect.Icon className="text-muted">
            <ChevronDown aria-hidden="true" size={16} />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal {...(host === null ? {} : { container: host })}>
          <BaseSelect.Positioner className="z-60 outline-none" sideOffset={4} alignItemWithTrigger={false}>
            {/* Base UI's style element would violate the page's content security policy, and only hides a scrollbar. */}
            <CSPProvider disableStyleElements>
              <BaseSelect.Popup className={popupClass}>
                <BaseSelect.List
                  aria-label={label}
                  className="max-h-(--available-height) overflow-y-auto overscroll-contain"
                >
                  {options.map((option) => (
                    <BaseSelect.Item key={option.value} value={option.value} className={optionClass}>
                      {option.mark}
                      <BaseSelect.ItemText className="min-w-0 grow wrap-anywhere">{option.label}</BaseSelect.ItemText>
                      <BaseSelect.ItemIndicator>
                        <Check aria-hidden="true" size={14} />
                      </BaseSelect.ItemIndicator>
                    </BaseSelect.Item>
                  ))}
                </BaseSelect.List>
              </BaseSelect.Popup>
            </CSPProvider>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </FieldFrame>
  );
}
