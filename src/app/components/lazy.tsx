import { t } from '@lingui/core/macro';
import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import { createStore, useStore, type ValueStore } from '#app/browser/create-store.ts';
import { whenIdle } from '#app/browser/when-idle.ts';
import { loadOtherMessages } from '#app/language/messages.ts';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Fallback<Props> = ComponentType<Props & { children: ReactNode }>;

interface LazyOptions<Props> {
  load: () => Promise<ComponentType<Props>>;
  /** Whether {@link loadFirstParts} loads it; its texts then belong to the first page. */
  isFirst?: boolean;
  /** Rendered in place of the part, around a message that it is loading or could not be loaded. */
  Fallback: Fallback<Props>;
}

interface Loading<Props> {
  Component: ComponentType<Props> | null;
  busy: boolean;
  /** The number of consecutive failures. */
  failures: number;
}

interface Part<Props> {
  load: () => Promise<void>;
  state: ValueStore<Loading<Props>>;
  Fallback: Fallback<Props>;
}

/** The loaders of all parts, in the order of their creation. */
const loaders: (() => Promise<void>)[] = [];
const firstLoaders: typeof loaders = [];

/**
 * A part of the app in a separate file. It is loaded on first use, or earlier by `load`. If it cannot be loaded or
 * crashes, an error with a retry button takes its place, and everything around it stays. Unlike `React.lazy`, it
 * renders synchronously once it is loaded, and a failure is not permanent: browsers fetch a failed module again (since
 * 2026; for older ones, the error also offers to reload the page).
 *
 * @example const HelpDialog = lazy({ load: () => import('./help-dialog.tsx').then((module) => module.HelpDialog), Fallback:
 * dialogFrame(() => t`Help`), });
 */
export function lazy<Props extends object>({ load: fetchPart, isFirst = false, Fallback }: LazyOptions<Props>) {
  const state = createStore<Loading<Props>>({ Component: null, busy: false, failures: 0 });
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
      const [Component] = await Promise.all([fetchPart(), isFirst ? null : loadOtherMessages()]);
      state.set({ Component, busy: false, failures: 0 });
    } catch {
      state.set({ ...state.get(), busy: false, failures: state.get().failures + 1 });
    }
  }

  const part: Part<Props> = { load, state, Fallback };
  loaders.push(load);
  if (isFirst) firstLoaders.push(load);
  return Object.assign((props: Props) => <PartSlot part={part} props={props} />, { load });
}

/**
 * Code of the app in a separate file that is not a component. It is loaded on first use, or earlier like {@link lazy}.
 */
export function lazyCode<Value>(fetchCode: () => Promise<Value>): () => Promise<Value> {
  const load = async () => {
    const [value] = await Promise.all([fetchCode(), loadOtherMessages()]);
    return value;
  };
  loaders.push(() =>
    load().then(
      () => undefined,
      () => undefined,
    ),
  );
  return load;
}

function PartSlot<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const { load, state, Fallback } = part;
  const { Component, busy, failures } = useStore(state);
  useLayoutEffect(() => void load(), [load]);
  if (Component === null) {
    return (
      <Fallback {...props}>
        {busy || failures === 0 ? <StillLoading /> : <NotLoaded stubborn={failures > 1} onRetry={() => void load()} />}
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

/**
 * Loads the parts that must work without a network, such as the details of an appointment. A page calls it before it
 * renders anything. On a slow line these parts load after the code of the first screen, not in parallel with it.
 */
export function loadFirstParts(): void {
  for (const load of firstLoaders) void load();
}

/** Loads every part, one at a time while the browser is idle, including parts that loaded parts create. */
export async function loadEveryPart(): Promise<void> {
  for (const load of loaders) {
    await whenIdle();
    await load();
  }
}

/** The frame of a dialog while it loads, with its final title. */
export function dialogFrame(title: () => string) {
  return ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
    <Dialog title={title()} onClose={onClose}>
      {children}
    </Dialog>
  );
}

function StillLoading() {
  return (
    <p role="status" className="appear-late rounded-lg bg-raised p-4 text-sm text-muted">
      {texts.loading}
    </p>
  );
}

function NotLoaded({ stubborn, onRetry }: { stubborn: boolean; onRetry: () => void }) {
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
