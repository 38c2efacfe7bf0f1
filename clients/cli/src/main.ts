import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run';

const interruption = new AbortController();
const interrupt = (): void => {
  interruption.abort();
  // An interrupted command does not wait for standard input.
  process.stdin.destroy();
};
// A second Ctrl-C terminates the process immediately, because no listener is left.
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);

// `carillon campaigns list | head`: the reader has closed the pipe.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  fetch,
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
  signal: interruption.signal,
}).then((code) => {
  process.exitCode = code;
  // An input pipe with unread data would keep the process running.
  process.stdin.destroy();
});
