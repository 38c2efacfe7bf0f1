import { CommanderError } from 'commander';
import { type Answer, ApiProblem, type Schemas, isJson } from './api/api';
import { Failure, exitCodes, reasonOf } from './failures';
import { cell } from './output/columns';
import { escaped, escapedJson } from './output/escape';
import { programFor } from './program';
import type { World } from './world';

/** Runs the command and returns the exit code. Never throws. */
export async function run(words: string[], world: World): Promise<number> {
  try {
    await programFor(world).parseAsync(words, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    return explain(error, words.includes('--json'), world);
  }
}

async function explain(error: unknown, asJson: boolean, { stderr, signal }: World): Promise<number> {
  const say = (line: string): void => void stderr.write(`${line}\n`);
  // Help and version are also thrown as errors; commander has already printed all others.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (signal.aborted) return exitCodes.interrupted;
  const exitCode = error instanceof Failure ? error.exitCode : exitCodes.refused;
  if (exitCode === exitCodes.interrupted) return exitCode;
  if (!(error instanceof ApiProblem && error.body.code))
    say(`carillon: ${reasonOf(error).split('\n').map(escaped).join('\n')}`);
  else if (asJson) say(escapedJson(error.body));
  else (await problemLines(error)).forEach(say);
  return exitCode;
}

/** A refusal for people: what, where, and the request id for support. */
async function problemLines({ message, status, body }: ApiProblem): Promise<string[]> {
  const { code, subscriberId, requestId } = body;
  // An error in here would hide the problem itself.
  const errors = Array.isArray(body.errors) ? body.errors.filter(isJson) : [];
  const { Table } = await import('./output/layout');
  const table = new Table<Answer<Schemas['WrongField']>>(['field', 'code', 'detail'], Infinity);
  return [
    `carillon: ${cell(message)} (${status} ${cell(code)})`,
    ...table.rows(errors).map((line) => `  ${line}`),
    ...(subscriberId ? [`  subscriber  ${cell(subscriberId)}`] : []),
    `  request     ${cell(requestId)}`,
  ];
}
