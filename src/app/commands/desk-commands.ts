import { useEffect, useEffectEvent } from 'react';
import type { CommandId } from './commands.ts';

const commands = new EventTarget();

/** Asks the responsible part of the screen to run a command; nothing happens if no part handles it. */
export function runCommand(command: CommandId): void {
  commands.dispatchEvent(new Event(command));
}

/** Registers this part of the screen as the handler of a command. */
export function useCommand(command: CommandId, run: () => void): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const listener = () => onCommand();
    commands.addEventListener(command, listener);
    return () => commands.removeEventListener(command, listener);
  }, [command]);
}
