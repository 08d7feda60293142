import { t } from '@lingui/core/macro';
import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import { createStore, useStore, type ValueStore } from '#app/browser/create-store.ts';
import { sleepUntilOnline } from '#app/browser/sleep.ts';
import { waitUntilIdle } from '#app/browser/wait-until-idle.ts';
import { loadOtherMessages } from '#app/language/load-messages.ts';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';

type Fallback<Props> = ComponentType<Props & { children: ReactNode }>;

interface LazyOptions<Props> {
  load: () => Promise<ComponentType<Props>>;
  /**
   * Rendered in place of the part, around a message that the part is loading or could not be loaded. Without a
   * fallback, nothing is shown until the part is loaded; it is loaded once the browser is idle, and again after a
   * failure.
   */
  Fallback?: Fallback<Props>;
  /** Whether the part is opened often, so that it is loaded before the others. */
  isFrequent?: boolean;
}

interface LoadState<Props> {
  Component: ComponentType<Props> | null;
  busy: boolean;
  /** The number of consecutive failures. */
  failures: number;
}

interface LazyPart<Props> {
  load: () => Promise<void>;
  state: ValueStore<LoadState<Props>>;
  Fallback: Fallback<Props> | undefined;
}

/** The loaders of all parts, in the order of their creation. */
const loaders: { load: () => Promise<void>; isFrequent: boolean }[] = [];
const RETRY_MS = 10_000;

/**
 * Creates a part of the app whose code is in a separate file. It is loaded on first use, or earlier by `load`. If it
 * cannot be loaded or crashes, an error with a retry button takes its place, and everything around it stays. Unlike
 * `React.lazy`, it renders synchronously once it is loaded, and a failure is not permanent: browsers fetch a failed
 * module again (since 2026; for older ones, the error also offers to reload the page).
 *
 * @example
 * const HelpDialog = lazy({
 *   load: () => import('./help-dialog.tsx').then((module) => module.HelpDialog),
 *   Fallback: createDialogFrame(() => t`Help`),
 * });
 */
export function lazy<Props extends object>({ load: fetchPart, Fallback, isFrequent = false }: LazyOptions<Props>) {
  const state = createStore<LoadState<Props>>({ Component: null, busy: false, failures: 0 });
  let loading: Promise<void> | null = null;

  /** Resolves once the part has loaded or failed; never rejects. */
  function load(): Promise<void> {
    if (state.get().Component !== null) return Promise.resolve();
    loading ??= fetchOnce().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function fetchOnce(): Promise<void> {
    state.set({ ...state.get(), busy: true });
    try {
      const [Component] = await Promise.all([fetchPart(), loadOtherMessages()]);
      state.set({ Component, busy: false, failures: 0 });
    } catch {
      state.set({ ...state.get(), busy: false, failures: state.get().failures + 1 });
    }
  }

  const part: LazyPart<Props> = { load, state, Fallback };
  loaders.push({ load, isFrequent });
  return Object.assign((props: Props) => <PartSlot part={part} props={props} />, { load });
}

function PartSlot<Props extends object>({ part, props }: { part: LazyPart<Props>; props: Props }) {
  const { load, state, Fallback = NoFallback } = part;
  const { Component, busy, failures } = useStore(state);
  useLayoutEffect(() => {
    if (Fallback !== NoFallback) return void load();
    const unmounted = new AbortController();
    void (async () => {
      await waitUntilIdle();
      while (!unmounted.signal.aborted) {
        await load();
        if (state.get().Component !== null) return;
        await sleepUntilOnline(RETRY_MS, unmounted.signal);
      }
    })();
    return () => unmounted.abort();
  }, [load, state, Fallback]);
  if (Component === null) {
    return (
      <Fallback {...props}>
        {busy || failures === 0 ? (
          <LoadingMessage />
        ) : (
          <LoadError stubborn={failures > 1} onRetry={() => void load()} />
        )}
      </Fallback>
    );
  }
  return (
    <CatchBoundary
      getResetKey={() => 0}
      errorComponent={({ reset }) => (
        <Fallback {...props}>
          <PartError text={t`Something went wrong. Your bookings are safe.`} onRetry={reset} />
        </Fallback>
      )}
    >
      <Component {...props} />
    </CatchBoundary>
  );
}

const NoFallback = () => null;

/**
 * Loads every part, one at a time while the browser is idle, including parts that are only created when another part
 * has been loaded. Parts that are opened often come first.
 */
export async function loadEveryPart(): Promise<void> {
  for (const isTurnOfFrequent of [true, false])
    for (const { load, isFrequent } of loaders) {
      if (isFrequent !== isTurnOfFrequent) continue;
      await waitUntilIdle();
      await load();
    }
}

function LoadingMessage() {
  return (
    <p role="status" className="appear-late rounded-lg bg-raised p-4 text-sm text-muted">
      {texts.loading}
    </p>
  );
}

function LoadError({ stubborn, onRetry }: { stubborn: boolean; onRetry: () => void }) {
  return (
    <PartError text={t`This part of Frontdesk couldn’t be loaded. Everything else still works.`} onRetry={onRetry}>
      {stubborn ? <Button onClick={() => location.reload()}>{t`Reload Frontdesk`}</Button> : null}
    </PartError>
  );
}

interface PartErrorProps {
  text: string;
  onRetry: () => void;
  children?: ReactNode;
}

function PartError({ text, onRetry, children }: PartErrorProps) {
  return (
    <div role="alert" className="p-4 text-sm">
      <p>{text}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onRetry}>{texts.tryAgain}</Button>
        {children}
      </p>
    </div>
  );
}
