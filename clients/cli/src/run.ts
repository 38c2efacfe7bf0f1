import { CarillonError } from '@carillon/sdk';
import { CommanderError } from 'commander';
import type { Answer, Schemas } from './api/api';
import { exitCodeOf, exitCodes, reasonOf } from './failures';
import { cell } from './output/columns';
import { escaped, escapedJson } from './output/escape';
import { programFor } from './program';
import type { World } from './world';

/** Runs the command and returns the exit code. Never throws. */
export async function run(args: string[], world: World): Promise<number> {
  try {
    await programFor(world).parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    return explain(error, args.includes('--json'), world);
  }
}

async function explain(error: unknown, asJson: boolean, { stderr, signal }: World): Promise<number> {
  const print = (line: string): void => void stderr.write(`${line}\n`);
  // Help and version are also thrown as errors; commander has already printed all others.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (signal.aborted) return exitCodes.interrupted;
  const exitCode = exitCodeOf(error);
  if (exitCode === exitCodes.interrupted) return exitCode;
  if (!(error instanceof CarillonError && error.problem))
    print(`carillon: ${reasonOf(error).split('\n').map(escaped).join('\n')}`);
  else if (asJson) print(escapedJson(error.problem));
  else (await problemLines(error)).forEach(print);
  return exitCode;
}

/** An error message for people: what, where, and the request ID for support. */
async function problemLines({ message, status, problem, fields }: CarillonError): Promise<string[]> {
  const { code, subscriberId, requestId }: Answer<Schemas['Problem']> = problem ?? {};
  const { Table } = await import('./output/layout');
  const table = new Table<Answer<Schemas['WrongField']>>(['field', 'code', 'detail'], Infinity);
  return [
    `carillon: ${cell(message)} (${cell(status)} ${cell(code)})`,
    ...table.rows(fields).map((line) => `  ${line}`),
    ...(subscriberId ? [`  subscriber  ${cell(subscriberId)}`] : []),
    `  request     ${cell(requestId)}`,
  ];
}
