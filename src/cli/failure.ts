/** An error that the user can fix: one line with the problem and what to do. Exit code 1. */
export class CommandFailure extends Error {
  readonly exitCode: number = 1;
}

/** The command or its environment was used wrongly. Exit code 2. */
export class UsageFailure extends CommandFailure {
  override readonly exitCode = 2;
}
