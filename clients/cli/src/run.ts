import { CommanderError } from 'commander';
import { ApiProblem } from './api/api-problem';
import { Failure, Interrupted, exitCodes } from './failures';
import { problemLines } from './output/problem-view';
import { escaped, escapedJson } from './output/escape';
import { programFor } from './program';
import type { World } from './world';

/** Carries out what the words say; answers the exit code. Never throws. */
export async function run(words: string[], world: World): Promise<number> {
  try {
    await programFor(world).parseAsync(words, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    return explain(error, words.includes('--json'), world);
  }
}

function explain(error: unknown, asJson: boolean, { stderr, signal }: World): number {
  const say = (line: string): void => void stderr.write(`${line}\n`);
  // Help and version are told by an error as well; the others it has explained itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (signal.aborted || error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof ApiProblem && error.code) {
    if (asJson) say(escapedJson(error.body));
    else problemLines(error).forEach(say);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  say(`carillon: ${message.split('\n').map(escaped).join('\n')}`);
  return error instanceof Failure ? error.exitCode : exitCodes.refused;
}
