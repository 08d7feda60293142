// Imported before all else by a test file, this gives it React's development build, which writes to the console what it finds
// wrong, such as a list without keys.
Object.assign(globalThis, { buildOfLibraries: 'development' });
