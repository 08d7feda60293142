import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useTitle } from '#app/browser/use-title.ts';

export const signInText = () => t({ message: 'Sign in', comment: 'heading and button' });

interface SignInCardProps {
  title: ReactNode;
  /** What has happened, and why a sign-in is needed. */
  status?: string;
  children: ReactNode;
}

/** The frame around every screen that is shown while signed out. */
export function SignInCard({ title, status = '', children }: SignInCardProps) {
  useTitle(signInText());
  return (
    <main className="grid h-full min-h-0 grow place-items-center overflow-y-auto bg-ground p-6">
      <div className="w-full max-w-sm rounded-xl border border-line bg-surface p-6">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p role="status" className="mt-2 text-sm text-warn empty:hidden">
          {status}
        </p>
        {children}
        {/* The licence requires this link for everyone who reaches the page, signed in or not. */}
        <p className="mt-4 text-xs">
          <a href="/source.tar.gz" className="inline-flex min-h-6 items-center text-muted underline">
            {t`Source code of this version`}
          </a>
        </p>
      </div>
    </main>
  );
}
