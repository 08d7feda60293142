// Loaded before a test process (`node --import`), including its threads. The file in FAULT_FILE names an error of the
// disk. `EIO`: no file can be flushed. `ENOSPC`: the disk is full, even for the next log file.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fdatasyncSync, openSync, readFileSync, statfsSync, writeSync } = fs;
const newLogs = new Set();

function fault() {
  try {
    return readFileSync(process.env['FAULT_FILE'] ?? '', 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} code @param {string} text @param {string} syscall */
const failure = (code, text, syscall) => Object.assign(new Error(`${code}: ${text}, ${syscall}`), { code, syscall });

fs.fdatasyncSync = (descriptor) => {
  if (fault() === 'EIO') throw failure('EIO', 'i/o error', 'fdatasync');
  fdatasyncSync(descriptor);
};

fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest);
  if (String(path).includes('xlogtemp')) newLogs.add(descriptor);
  else newLogs.delete(descriptor);
  return descriptor;
};

fs.writeSync = (descriptor, ...rest) => {
  if (newLogs.has(descriptor) && fault() === 'ENOSPC') throw failure('ENOSPC', 'no space left on device', 'write');
  // @ts-expect-error The overloads are passed on unchanged.
  return writeSync(descriptor, ...rest);
};

// @ts-expect-error The overloads are passed on unchanged.
fs.statfsSync = (...given) => {
  const state = statfsSync(...given);
  return fault() === 'ENOSPC' ? { ...state, bavail: 0 } : state;
};

syncBuiltinESMExports();
