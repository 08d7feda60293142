import { useEffect, useEffectEvent } from 'react';
import type { CommandId } from './commands.ts';
import { useKeys } from './use-keys.ts';

const commands = new EventTarget();

/** Asks the responsible part of the screen to run a command; nothing happens if no part handles it. */
export function runCommand(command: CommandId): void {
  commands.dispatchEvent(new Event(command));
}

/** Makes this part of the screen run a command, whether it is chosen or its key is pressed. */
export function useCommand(command: CommandId, run: () => void): void {
  useKeys({ [command]: () => run() });
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const listener = () => onCommand();
    commands.addEventListener(command, listener);
    return () => commands.removeEventListener(command, listener);
  }, [command]);
}
