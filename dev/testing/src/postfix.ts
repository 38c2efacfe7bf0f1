import { join, resolve } from 'node:path';
import {
  type PostfixPrograms,
  PostfixUnavailable,
  type ServerProcess,
  type Witness,
  answersTcp,
  findPostfix,
  findPostfixProgram,
  startServer,
} from '../../local-services/src/index';

/** Why there is no Postfix for the tests of this run, and whether they fail for it; set by the global set-up. */
const REASON = 'TEST_POSTFIX_REASON';
const REQUIRED = 'TEST_POSTFIX_REQUIRED';

const options = {
  programs: resolve('.carillon', 'programs'),
  environment: process.env,
  say: (line: string): void => void process.stderr.write(`postfix: ${line}\n`),
};

/**
 * Fetches Postfix for a test run, unless it is there already. Where it cannot be had, its tests are skipped; where CI is set
 * they are skipped only without apt-get and without a package archive that answers, and else fail.
 */
export async function providePostfix(): Promise<void> {
  try {
    await findPostfix(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const required = Boolean(process.env.CI) && !(error instanceof PostfixUnavailable);
    process.env[REASON] = reason;
    if (required) process.env[REQUIRED] = 'true';
    options.say(`it is not there, and its tests ${required ? 'fail' : 'are skipped'}: ${reason}`);
  }
}

/** Like Jest's `describe`, for integration tests with Postfix' programs; `asRoot` if they start its servers. */
export function describeWithPostfix(
  name: string,
  { asRoot = false }: { asRoot?: boolean },
  tests: () => void,
): void {
  const { [REASON]: missing, [REQUIRED]: required } = process.env;
  const reason = missing ?? (asRoot && process.getuid?.() !== 0 ? 'it needs root' : undefined);
  if (reason === undefined) describe(name, tests);
  else if (required !== undefined)
    describe(name, () => it('have Postfix', () => expect(reason).toBeUndefined()));
  else {
    process.stderr.write(`${name}: skipped, ${reason}\n`);
    describe.skip(`${name} (skipped: ${reason})`, tests);
  }
}

export function postfixPrograms(): Promise<PostfixPrograms> {
  return findPostfix(options);
}

/** The command for Postfix' test server, and the variables that it needs. */
export function smtpSinkProgram(): ReturnType<typeof findPostfixProgram> {
  return findPostfixProgram('smtp-sink', options);
}

/** Postfix' first process; all others are of its group. */
export type PostfixMaster = ServerProcess;

const READY_MS = 30_000;

/** Starts Postfix with the configuration in the directory's `conf`, whose master.cf has it listen on the port. */
export async function startPostfix(
  directory: string,
  port: number,
  witness: Witness,
): Promise<PostfixMaster> {
  const { daemons, environment } = await findPostfix(options);
  const configuration = join(directory, 'conf');
  return startServer({
    command: join(daemons, 'master'),
    arguments: ['-d', '-c', configuration],
    environment: { PATH: process.env.PATH, MAIL_CONFIG: configuration, ...environment },
    workingDirectory: directory,
    logFile: join(directory, 'master.log'),
    witness,
    port,
    timeoutMs: READY_MS,
    answers: () => answersTcp(port),
  });
}
