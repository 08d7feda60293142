import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isApple } from '#app/browser/platform.ts';
import { Button } from '#app/components/button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  isDisabled?: boolean;
}

/** The button of a panel's form, which Ctrl or ⌘ with Enter presses from anywhere in the panel. */
export function SubmitButton({ children, isDisabled = false }: SubmitButtonProps) {
  return (
    <Button
      tone="primary"
      type="submit"
      aria-disabled={isDisabled}
      aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      title={isApple ? '⌘ Enter' : t({ message: 'Ctrl Enter', context: 'keys of the keyboard' })}
    >
      {children}
    </Button>
  );
}
