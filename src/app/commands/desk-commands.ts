import { useEffect, useEffectEvent } from 'react';
import type { CommandId } from './commands.ts';
import { useKeys } from './use-keys.ts';

const commands = new EventTarget();

/**
 * Asks the responsible part of the screen to run a command; nothing happens if no part handles it.
 *
 * @param subject What the command is about, such as the task that the help explains
 */
export function runCommand(command: CommandId, subject?: string): void {
  commands.dispatchEvent(new CustomEvent(command, { detail: subject }));
}

/** Makes this part of the screen run a command, whether it is chosen or its key is pressed. */
export function useCommand(command: CommandId, run: (subject?: string) => void): void {
  useKeys({ [command]: () => run() });
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    // A command without a subject arrives as an event whose detail is null.
    const listener = (event: Event) =>
      onCommand(event instanceof CustomEvent ? (event.detail ?? undefined) : undefined);
    commands.addEventListener(command, listener);
    return () => commands.removeEventListener(command, listener);
  }, [command]);
}
