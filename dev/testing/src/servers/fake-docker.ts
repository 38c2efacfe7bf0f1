import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../local-services/src/index';

/** A command `docker` that answers by a script, and writes down what it was asked. */
export class FakeDocker {
  readonly directory = mkdtempSync(join(tmpdir(), 'docker-'));

  /**
   * @param answers what it does in the shell, in its own directory, by a pattern of the words behind `docker`:
   * `{ 'pull *': 'exit 1' }`; the first that fits. Whatever fits none succeeds in silence.
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

  /** An environment in which it is the only one. */
  get environment(): Environment {
    return { PATH: `${this.directory}:/usr/bin:/bin` };
  }

  /** What it was asked, in order. */
  get asked(): readonly string[] {
    return this.written('asked');
  }

  /** The lines of a file that an answer has written; none while there is none. */
  written(file: string): readonly string[] {
    const path = join(this.directory, file);
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  }
}
