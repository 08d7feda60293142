import { useEffect, useEffectEvent } from 'react';

/** What is done by whichever part of the screen has it: printing the day, listing the keyboard shortcuts, letting another person sign in. */
export type DeskCommand = 'print' | 'shortcuts' | 'switch-person';

const commands = new EventTarget();

/** Runs a command; nothing happens where no part of the screen has it. */
export function runCommand(command: DeskCommand): void {
  commands.dispatchEvent(new Event(command));
}

/** Has this part of the screen run a command. */
export function useCommand(command: DeskCommand, run: () => void): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const listener = () => onCommand();
    commands.addEventListener(command, listener);
    return () => commands.removeEventListener(command, listener);
  }, [command]);
}
