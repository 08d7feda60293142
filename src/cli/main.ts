import './check-node-version.js';

// Imported only after the check above, because an unsupported version of Node may not be able to load this module.
const { runCommandLine } = await import('./command-line.ts');

// The reader of the output, such as `head`, may have closed the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
