import { t } from '@lingui/core/macro';
import { CircleCheck, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { isolateText } from '#app/text/isolate-text.ts';

/** A section of a settings form: a box with a heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <div>
        <h2 id={heading} className="text-base font-semibold">
          {title}
        </h2>
        {text === undefined ? null : <p className="text-muted">{text}</p>}
      </div>
      <div className="rounded-lg border border-line bg-surface">{children}</div>
    </section>
  );
}

interface SetUpRowProps {
  Icon: LucideIcon;
  name: string;
  isSetUp: boolean;
  /** The two environment variables that set up this part of the server. */
  variables: readonly [string, string];
  /** The current value, such as an address. */
  value?: string | undefined;
}

/** A row about a part of the server: that it is set up, or how to set it up. */
export function SetUpRow({ Icon, name, isSetUp, variables, value }: SetUpRowProps) {
  const [first, second] = [isolateText(variables[0]), isolateText(variables[1])];
  const guide = isolateText('docs/operations.md');
  return (
    <li className="flex items-baseline gap-3 px-4 py-2">
      <Icon aria-hidden="true" size={16} className="shrink-0 self-start text-muted translate-y-0.5" />
      <div className="flex min-w-0 grow flex-wrap gap-x-3">
        <p className="w-28 shrink-0 font-medium">{name}</p>
        <div className="min-w-0 grow basis-60">
          {isSetUp ? (
            <p className="flex items-center gap-1.5">
              <CircleCheck aria-hidden="true" size={14} className="shrink-0 text-ok" />
              {value === undefined ? (
                t({ message: 'Set up on this server', comment: 'e-mail or SMS' })
              ) : (
                <bdi className="min-w-0 break-all">{value}</bdi>
              )}
            </p>
          ) : (
            <>
              <p className="text-muted">{t({ message: 'Not set up on this server', comment: 'e-mail or SMS' })}</p>
              <p className="text-muted">
                {t({
                  message: `Ask whoever runs the server to set ${first} and ${second} and restart Frontdesk. The operations guide (${guide}) explains how.`,
                  comment: 'the names of two environment variables, and of a file',
                })}
              </p>
            </>
          )}
        </div>
      </div>
    </li>
  );
}

interface SaveBarProps {
  isChanged: boolean;
  isSaving: boolean;
  error: Error | null;
  onRetry: () => void;
  onDiscard: () => void;
}

/** The bar at the end of a form with settings: saves or discards what was typed, and says if it couldn't be saved. */
export function SaveBar({ isChanged, isSaving, error, onRetry, onDiscard }: SaveBarProps) {
  if (!isChanged && !error) return null;
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-2 border-t border-line bg-ground px-1 py-3">
      {error ? (
        <Failure look="danger" error={error} onRetry={onRetry}>
          {t`Not saved. What you typed is still here.`}
        </Failure>
      ) : null}
      {isChanged ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" tone="primary" aria-disabled={isSaving}>
            {isSaving ? t`Saving…` : t({ message: 'Save', comment: 'button: saves what was typed' })}
          </Button>
          <Button onClick={onDiscard}>
            {t({ message: 'Discard changes', comment: 'button: what was typed and not saved' })}
          </Button>
          <p className="text-warn">{t`Unsaved changes`}</p>
        </div>
      ) : null}
    </div>
  );
}

/** The usual choices for a number, together with the current value. */
export const listNumberChoices = (usual: readonly number[], present: number) =>
  [...new Set([...usual, present])].sort((one, other) => one - other);

export const onOffText = (isOn: boolean) =>
  isOn ? t({ message: 'On', context: 'a setting' }) : t({ message: 'Off', context: 'a setting' });
