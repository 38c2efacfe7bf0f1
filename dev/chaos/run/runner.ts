import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProofResult } from '../proofs/run-proofs';
import type { Result } from './play';

const program = resolve('dist', 'dev', 'chaos', 'main.js');

/** A child process with a rig that plays scenarios for a test run. It ends with the test run. */
export class Runner {
  private readonly ended: Promise<never>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(() => {
      throw new Error('The rig did not start, or it ended; see the logs below .carillon');
    });
    // The next request reports the error.
    this.ended.catch(() => undefined);
  }

  /** Runs dev/chaos/main.ts with these arguments. Resolves when its rig is ready. */
  static async start(args: readonly string[] = ['--short']): Promise<Runner> {
    if (!existsSync(program)) throw new Error(`Not built: ${join('dist', 'dev', 'chaos', 'main.js')}`);
    const child = fork(program, [...args, '--serve'], {
      execArgv: ['--enable-source-maps'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const runner = new Runner(child);
    await runner.next();
    return runner;
  }

  async play(name: string): Promise<Result> {
    return (await this.ask(name)) as Result;
  }

  async prove(mutant: string): Promise<ProofResult> {
    return (await this.ask(mutant)) as ProofResult;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  private ask(name: string): Promise<unknown> {
    const answer = this.next();
    this.child.send(name);
    return answer;
  }

  private async next(): Promise<unknown> {
    const [message] = (await Promise.race([once(this.child, 'message'), this.ended])) as unknown[];
    return message;
  }
}
