import { printDemo } from './print-demo';
import { SetUp } from './set-up';

const USAGE = `docker compose run --rm setup          makes the secrets that are missing, and hands them to the services
docker compose run --rm setup print    prints all of them as lines for .env, to keep a copy elsewhere
`;

/** Runs the one-time tasks of containers: `setup` before the services start, and `demo` afterward. */
async function main([task, ...args]: string[]): Promise<number> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (task === 'demo') {
    await printDemo(process.env, print);
    return 0;
  }
  const setUp = SetUp.open('/secrets', '/hand-over', process.env);
  const [step = 'make'] = args;
  if (step === 'make') for (const line of setUp.handOver()) print(line);
  else if (step === 'print') for (const line of setUp.lines()) print(line);
  else {
    process.stderr.write(USAGE);
    return 2;
  }
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
