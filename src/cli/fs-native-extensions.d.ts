declare module 'fs-native-extensions' {
  /** Requests an exclusive lock on the whole open file; false if the file is locked through another file descriptor. */
  export function tryLock(fd: number): boolean;
  export function waitForLock(fd: number): Promise<void>;
  export function unlock(fd: number): void;
}
