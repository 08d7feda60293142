import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isApple } from '#app/browser/platform.ts';
import { Button } from '#app/components/button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  tone?: 'primary' | 'plain';
  isDisabled?: boolean;
}

/** The button of a panel's form, which Ctrl or ⌘ with Enter presses from anywhere in the panel. */
export function SubmitButton({ children, tone = 'primary', isDisabled = false }: SubmitButtonProps) {
  return (
    <Button
      tone={tone}
      type="submit"
      aria-disabled={isDisabled}
      aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      title={isApple ? '⌘ Enter' : t({ message: 'Ctrl Enter', context: 'keys of the keyboard' })}
    >
      {children}
    </Button>
  );
}
