import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run';

const interruption = new AbortController();
const interrupt = (): void => {
  interruption.abort();
  // Whoever waits for what is piped in or typed need not.
  process.stdin.destroy();
};
// The second one ends the process at once, as if nobody listened.
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);

// `carillon campaigns list | head`: who reads has seen enough.
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
  // A pipe that nobody has read to its end would keep the process.
  process.stdin.destroy();
});
