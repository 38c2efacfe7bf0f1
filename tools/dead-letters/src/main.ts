import { createInterface } from 'node:readline/promises';
import { AppError } from '@carillon/contracts';
import { DeadLetters, type MessagingLog } from '@carillon/messaging';
import { findBroker } from './find-broker';
import { USAGE, UsageError, parseCommand } from './parse-command';
import { type Terminal, runCommand } from './run-command';

const print = (text: string): void => void process.stderr.write(`${text}\n`);

/** Connection messages go to stderr, separate from the result. */
const note = ({ reason }: Record<string, unknown>, message: string): void =>
  print(typeof reason === 'string' ? `${message}: ${reason}` : message);
const log: MessagingLog = { info: () => undefined, warn: note, error: note };

const terminal: Terminal = {
  print: (text) => void process.stdout.write(text),
  confirm: async (question) => {
    if (!process.stdin.isTTY) return null;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await lines.question(question);
    lines.close();
    return /^y(es)?$/i.test(answer.trim());
  },
};

async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    terminal.print(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  const command = parseCommand(args);
  const url = await findBroker(process.env, process.cwd());
  if (url === null)
    throw new UsageError('No broker. Set AMQP_URL, or run this command in the folder of the running stack');
  const letters = await DeadLetters.open(url, log);
  try {
    return await runCommand(command, letters, terminal);
  } finally {
    await letters.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    if (error instanceof UsageError) print(`${error.message}\n\n${USAGE}`);
    else print(error instanceof AppError ? error.detail : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
