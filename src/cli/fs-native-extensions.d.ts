declare module 'fs-native-extensions' {
  /** Asks for an exclusive lock on the whole open file; false when another file descriptor holds one. */
  export function tryLock(fd: number): boolean;
  export function waitForLock(fd: number): Promise<void>;
  export function unlock(fd: number): void;
}
