import { join } from 'node:path';
import {
  type PostfixPrograms,
  type ServerProcess,
  type Witness,
  answersTcp,
  findPostfix,
  startServer,
  startSmtpSink,
} from '../../local-services/src/index';
import { describeWith, fetching } from './fetched-programs';

const options = fetching('postfix');

/** Like Jest's `describe`, for integration tests with Postfix' programs; `asRoot` if they start its servers. */
export function describeWithPostfix(
  name: string,
  { asRoot = false }: { asRoot?: boolean },
  tests: () => void,
): void {
  describeWith('postfix', name, tests, asRoot && process.getuid?.() !== 0 ? 'it needs root' : undefined);
}

export function postfixPrograms(): Promise<PostfixPrograms> {
  return findPostfix(options);
}

/** Starts Postfix' test server on this port, misbehaving as its flags say. */
export function startTestSmtpSink(port: number, flags: readonly string[]): ReturnType<typeof startSmtpSink> {
  return startSmtpSink(port, flags, options);
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
