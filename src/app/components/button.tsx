import type { ComponentProps } from 'react';

const tones = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  danger: 'border-line-strong bg-surface text-danger hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-accent hover:bg-accent-soft',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  tone?: keyof typeof tones;
  compact?: boolean;
}

export function Button({ tone = 'plain', compact = false, className = '', ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap disabled:opacity-60 aria-disabled:opacity-60 ${compact ? 'min-h-7 px-2 text-xs' : 'min-h-9 px-3 text-sm'} ${tones[tone]} ${className}`}
      {...props}
    />
  );
}
