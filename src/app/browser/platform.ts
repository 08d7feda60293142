/** Whether shortcuts are pressed with ⌘ rather than with Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
