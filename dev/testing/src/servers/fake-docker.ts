import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../local-services/src/index';

/** A fake `docker` command that follows a script and records its calls. */
export class FakeDocker {
  readonly directory = mkdtempSync(join(tmpdir(), 'docker-'));

  /**
   * @param answers shell commands, which run in the fake's own directory, by a pattern of the arguments of `docker`:
   * `{ 'pull *': 'exit 1' }`. The first match applies. Calls without a match succeed without output.
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

  /** The arguments of the recorded calls, in order. */
  get asked(): readonly string[] {
    return this.written('asked');
  }

  /** Returns the lines of a file that a scripted command has written, or an empty list if the file is missing. */
  written(file: string): readonly string[] {
    const path = join(this.directory, file);
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  }
}
