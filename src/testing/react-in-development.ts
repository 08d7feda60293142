// A test file imports this before everything else to use React's development build, which logs problems to the console, such
// as a list without keys.
Object.assign(globalThis, { buildOfLibraries: 'development' });
