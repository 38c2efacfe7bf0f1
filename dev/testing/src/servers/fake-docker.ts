import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../local-services/src/index';

/** A command `docker` that answers by a script, and records its calls. */
export class FakeDocker {
  readonly directory = mkdtempSync(join(tmpdir(), 'docker-'));

  /**
   * @param answers shell commands, which run in its own directory, by a pattern of the arguments of `docker`: `{ 'pull
   * *': 'exit 1' }`; the first match counts. Calls without a match succeed without output.
   */
  constructor(answers: Readonly<Record<string, string>>) {
    const cases = Object.entries(answers).map(
      ([words, does]) => `${words.replaceAll(' ', '\\ ')}) ${does} ;;`,
    );
    const script = [
      '#!/bin/sh',
      `cd ${this.directory}`,
      'echo "$*" >> asked',
      'case "$*" in',
      ...cases,
      'esac',
    ];
    writeFileSync(join(this.directory, 'docker'), `${script.join('\n')}\n`, { mode: 0o755 });
  }

  /** An environment with this command as the only `docker`. */
  get environment(): Environment {
    return { PATH: `${this.directory}:/usr/bin:/bin` };
  }

  /** The arguments of its calls, in order. */
  get asked(): readonly string[] {
    return this.written('asked');
  }

  /** Returns the lines of a file that an answer has written; none if there is no file. */
  written(file: string): readonly string[] {
    const path = join(this.directory, file);
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  }
}
