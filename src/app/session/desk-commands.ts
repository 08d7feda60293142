import { useEffect, useEffectEvent } from 'react';

/**
 * Commands that the responsible part of the screen runs: printing the day, listing the keyboard shortcuts, letting
 * another person sign in.
 */
export type DeskCommand = 'print' | 'shortcuts' | 'switch-person';

const commands = new EventTarget();

/** Runs a command; nothing happens if no part of the screen handles it. */
export function runCommand(command: DeskCommand): void {
  commands.dispatchEvent(new Event(command));
}

/** Registers this part of the screen as the handler of a command. */
export function useCommand(command: DeskCommand, run: () => void): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const listener = () => onCommand();
    commands.addEventListener(command, listener);
    return () => commands.removeEventListener(command, listener);
  }, [command]);
}
