import { join } from 'node:path';
import { runProofs } from './proofs/run-proofs';
import { type Processes, oneProcess, replicatedProcesses, usualProcesses } from './rig/fleet';
import { RIG_FOLDER, Rig } from './rig/rig';
import { startReplicated, whyNotReplicated } from './rig/servers';
import { type Result, type Scenario, play } from './run/play';
import { scenarios } from './scenarios/index';

/** The number of recipients of a campaign in the long form. */
const LONG = 5_000;
const SHORT = 600;
const NAME_WIDTH = 56;

/**
 * `npm run chaos`: plays all scenarios, or the scenarios whose names contain an argument (see README.md). Prints one
 * line for each scenario. The exit code is 1 if a promise was broken.
 */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--mutants')) return Math.min(1, await runProofs(args, print));
  const isShort = args.includes('--short');
  const named = args.filter((arg) => !arg.startsWith('--'));
  const isOne = args.includes('--one');
  const chosen = choose(named, isShort).filter(({ apart }) => !(isOne && apart));
  if (args.includes('--list')) {
    for (const { name } of chosen) print(name);
    return 0;
  }
  const size = sizeFrom(args) ?? (isShort ? SHORT : LONG);
  const processes = isOne ? oneProcess : usualProcesses;
  if (args.includes('--serve')) await serve(processes, size, valueOf(args, '--folder='));
  const [single, replicated] = [false, true].map((kind) =>
    chosen.filter((scenario) => (scenario.replicated ?? false) === kind),
  );
  const obstacle = whyNotReplicated();
  let failures = await playAll(single ?? [], size, () => Rig.start(processes));
  if (obstacle === null)
    failures += await playAll(replicated ?? [], size, () =>
      Rig.start(replicatedProcesses, undefined, startReplicated),
    );
  else for (const { name } of replicated ?? []) print(skipped(name, obstacle));
  return failures > 0 ? 1 : 0;
}

/** Plays scenarios on a rig. Returns the number of failed scenarios. */
async function playAll(
  chosen: readonly Scenario[],
  size: number,
  start: () => Promise<Rig>,
): Promise<number> {
  if (chosen.length === 0) return 0;
  const rig = await start();
  try {
    let failures = 0;
    for (const scenario of chosen) {
      const obstacle = (await scenario.whyNot?.()) ?? null;
      if (obstacle !== null) {
        print(skipped(scenario.name, obstacle));
        continue;
      }
      const result = await play(scenario, rig, size);
      print(line(result));
      if (result.violations.length > 0) failures += 1;
    }
    return failures;
  } finally {
    await rig.stop();
  }
}

/** Parses `--size=300`. */
function sizeFrom(args: readonly string[]): number | undefined {
  const size = valueOf(args, '--size=');
  return size === undefined ? undefined : Number(size);
}

function valueOf(args: readonly string[], option: string): string | undefined {
  return args.find((arg) => arg.startsWith(option))?.slice(option.length);
}

function choose(named: readonly string[], isShort: boolean): Scenario[] {
  if (named.length === 0) return scenarios.filter(({ short }) => short === true || !isShort);
  const unknown = named.filter((name) => !scenarios.some((scenario) => scenario.name.includes(name)));
  if (unknown.length > 0) throw new Error(`No scenario is called ${unknown.join(', ')}`);
  return scenarios.filter((scenario) => named.some((name) => scenario.name.includes(name)));
}

function line({ name, violations, seconds, figures }: Result): string {
  const outcome = violations.length === 0 ? 'ok ' : 'NOT';
  const row = `${outcome} ${seconds.toFixed(1).padStart(6)} s  ${name.padEnd(NAME_WIDTH)} ${figures}`;
  return [row.trimEnd(), ...violations].join('\n    ');
}

function skipped(name: string, reason: string): string {
  return `skipped  ${name.padEnd(NAME_WIDTH)} ${reason}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

void main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);

/**
 * Sends 'ready'. Then replies to each message from the parent process, which is the name of a scenario, with its
 * result. Ends with all its child processes when the parent process ends. Rigs can run at the same time if each has
 * its own `folder` below RIG_FOLDER.
 */
async function serve(processes: Processes, size: number, folder = ''): Promise<void> {
  const rig = await Rig.start(processes, join(RIG_FOLDER, folder));
  const answer = async (name: unknown): Promise<void> => {
    const scenario = scenarios.find((each) => each.name === name);
    if (scenario) process.send?.(await play(scenario, rig, size));
  };
  process.on('message', (name) => void answer(name));
  process.send?.('ready');
  await new Promise(() => undefined);
}
