import { resolve } from 'node:path';
import { Rig } from '../rig/rig';
import { type Proof, proofProcesses, proofs } from './proofs';
import { type Finding, Proving } from './proving';

const FOLDER = resolve('.carillon', 'proofs');

/** The results of a proof: with the unchanged system and with the mutant. */
export interface ProofResult {
  control: Finding;
  mutant: Finding;
}

/**
 * Runs all proofs, or the proofs of the named mutants. Prints one line for each proof and returns the number of
 * failed proofs. `--serve` runs the proofs that the parent process requests (see `serve`).
 */
export async function runProofs(args: readonly string[], print: (line: string) => void): Promise<number> {
  const chosen = choose(args.filter((arg) => !arg.startsWith('--')));
  const rig = await Rig.start(proofProcesses, FOLDER);
  try {
    const proving = new Proving(rig);
    if (args.includes('--serve')) await serve(proving);
    await proving.controls(chosen);
    let failures = 0;
    for (const proof of chosen) {
      const result = await prove(proving, proof);
      print(line(proof, result));
      if (!isProved(proof, result)) failures += 1;
    }
    return failures;
  } finally {
    await rig.stop();
  }
}

function choose(named: readonly string[]): readonly Proof[] {
  const unknown = named.filter((name) => !proofs.some(({ mutant }) => mutant === name));
  if (unknown.length > 0) throw new Error(`No mutant is called ${unknown.join(', ')}`);
  return named.length === 0 ? proofs : proofs.filter(({ mutant }) => named.includes(mutant));
}

/**
 * Runs the experiments of the short form with the unchanged system, and sends 'ready'. Then replies to each message,
 * which is the name of a mutant, with a ProofResult. Runs until the parent process ends.
 */
async function serve(proving: Proving): Promise<never> {
  await proving.controls(proofs.filter(({ short }) => short === true));
  process.on('message', (name) => {
    const proof = proofs.find(({ mutant }) => mutant === name);
    if (proof) void prove(proving, proof).then((result) => process.send?.(result));
  });
  process.send?.('ready');
  return new Promise(() => undefined);
}

async function prove(proving: Proving, proof: Proof): Promise<ProofResult> {
  return { control: await proving.control(proof), mutant: await proving.mutant(proof) };
}

function isProved({ violation }: Proof, { control, mutant }: ProofResult): boolean {
  return control.violations.length === 0 && mutant.violations.some((text) => violation.test(text));
}

function line(proof: Proof, result: ProofResult): string {
  const { control, mutant } = result;
  const seconds = [control, mutant].map((finding) => `${finding.seconds.toFixed(1).padStart(6)} s`).join(' ');
  const name = `without ${proof.mutant}, when ${proof.experiment.name}`;
  const wrong = control.violations.map((text) => `unchanged system: ${text}`);
  return [
    `${isProved(proof, result) ? 'ok ' : 'NOT'} ${seconds}  ${name}`,
    ...wrong,
    ...mutant.violations,
  ].join('\n    ');
}
