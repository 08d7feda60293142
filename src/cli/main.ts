import './check-node-version.js';

// Imported only now, because it may not load in a Node that was just refused.
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
