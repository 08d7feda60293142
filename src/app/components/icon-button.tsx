import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, shown on hover. */
  label: string;
  icon: LucideIcon;
}

/** The style of a small icon-only button in a row of fields. */
export const iconButtonClass =
  'grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40 aria-disabled:hover:bg-transparent';

export function IconButton({ label, icon: Icon, ...props }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={iconButtonClass} {...props}>
      <Icon aria-hidden="true" size={15} />
    </button>
  );
}
