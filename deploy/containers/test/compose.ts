import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Environment, Ports, runCommand, untilTrue } from '../../../dev/local-services/src/index';

const SHORT_MS = 60_000;
const LONG_MS = 900_000;

/**
 * The variables that docker-compose.yml reads, each set to undefined so that the values of this process do not apply.
 */
const unset = Object.fromEntries(
  [...readFileSync(resolve('docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => [
    name,
    undefined,
  ]),
);

/**
 * Waits until its standard input ends, then removes the stack. $0 is the name of the images and the project, and the
 * other arguments are options of Compose. Docker counts the endpoints in a network. After a container was killed, the
 * count can be one too high, and Docker then refuses to remove the empty network until Docker restarts. Only such a
 * network may remain.
 */
const REMOVE = `while read -r _; do :; done
ours=label=com.docker.compose.project=$0
down() { docker compose "$@" --profile '*' down --volumes --remove-orphans --timeout 1; }
down "$@" || { sleep 5; down "$@"; } || {
  [ -z "$(docker ps --all --quiet --filter "$ours")$(docker volume ls --quiet --filter "$ours")" ] || exit 1
  for network in $(docker network ls --quiet --filter "$ours"); do
    [ "$(docker network inspect --format '{{len .Containers}}' "$network")" = 0 ] || exit 1
  done
}
docker image ls --format '{{.Repository}}:{{.Tag}}' "$0" | xargs -r docker rmi`;

/** Runs docker-compose.yml on the Docker engine of this test run, with its own project name and ports. */
export class ComposeStack {
  private readonly project = `carillon-test-${randomBytes(3).toString('hex')}`;
  private readonly options = [
    '--project-name',
    this.project,
    '--env-file',
    '/dev/null',
    '--file',
    resolve('docker-compose.yml'),
  ];
  private guard: ChildProcess | undefined;
  private readonly removalLog: string;
  /** The values that replace `.env`. The `.env` file of this checkout is not read. */
  readonly variables: Record<string, string> = { CARILLON_IMAGE: this.project };
  private readonly engine = JSON.parse(process.env.TEST_ENGINE ?? '{}') as {
    environment: Environment;
    buildOptions: string[];
  };

  /** @param directory the directory for the stack's ports and the log of its removal */
  constructor(private readonly directory: string) {
    this.removalLog = join(directory, 'removal.log');
  }

  /** Chooses free ports on this machine. */
  async takePorts(): Promise<void> {
    const ports = await Ports.open(this.directory);
    for (const name of ['GATEWAY_PORT', 'INBOX_PORT', 'PROXY_HTTP_PORT', 'PROXY_HTTPS_PORT'])
      this.variables[name] = String(await ports.take(name));
  }

  /** Builds the image with the Dockerfile. Compose uses this image from then on. */
  async build(version: string): Promise<void> {
    const image = `${this.project}:${version}`;
    const options = ['--tag', image, '--build-arg', `VERSION=${version}`, ...this.engine.buildOptions];
    await this.run('docker', ['build', ...options, resolve('.')]);
    this.variables.CARILLON_VERSION = version;
  }

  /**
   * Runs a `docker compose` command until it exits. Resolves with the command's output, or rejects with the output if
   * the command fails.
   */
  compose(...args: string[]): Promise<string> {
    return this.run('docker', ['compose', ...this.options, ...args]);
  }

  docker(...args: string[]): Promise<string> {
    return this.run('docker', args, SHORT_MS);
  }

  /** The IDs of the running containers of a service. */
  async containers(service: string): Promise<string[]> {
    return lines(await this.compose('ps', '--quiet', '--status', 'running', service));
  }

  /** The value of a counter in each container of a service, summed over its labels. */
  async counted(service: string, metric: string): Promise<number[]> {
    const value = new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, 'gm');
    return (await this.asked(service, '/metrics')).map((text) =>
      [...text.matchAll(value)].reduce((sum, [, number]) => sum + Number(number), 0),
    );
  }

  /** Whether each container of a service is ready. */
  async ready(service: string): Promise<boolean[]> {
    return (await this.asked(service, '/health/ready')).map((answer) => answer.startsWith('200'));
  }

  /** The versions of the running containers of a service. */
  async versions(service: string): Promise<string[]> {
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    const shown = (await this.containers(service)).map((id) => this.docker('inspect', '--format', label, id));
    return (await Promise.all(shown)).map((version) => version.trim());
  }

  /**
   * Kills all processes of a container with signal 9 from inside. Docker sees an unexpected exit, and restarts the
   * container.
   */
  async crash(id: string): Promise<void> {
    const started = () => this.docker('inspect', '--format', '{{.RestartCount}} {{.State.Running}}', id);
    const [count] = (await started()).split(' ');
    const args = (await this.docker('exec', id, 'node', '--version').catch(() => ''))
      ? ['node', '-e', 'process.kill(-1, "SIGKILL")']
      : ['bash', '-c', 'kill -9 -1'];
    await this.docker('exec', id, ...args).catch(() => undefined);
    const isBack = async () => {
      const [now, running] = (await started()).trim().split(' ');
      return now !== count && running === 'true';
    };
    if (!(await untilTrue(isBack, SHORT_MS))) throw new Error('A killed container was not started again');
  }

  /**
   * The status and body that each container of a service returns on its admin port. The text is empty if the
   * container does not respond.
   */
  private async asked(service: string, path: string): Promise<string[]> {
    const script = `fetch('http://127.0.0.1:9090${path}').then(async (answer) => console.log(answer.status + '\\n' + await answer.text()))`;
    const answers = (await this.containers(service)).map((id) =>
      this.docker('exec', id, 'node', '-e', script).catch(() => ''),
    );
    return Promise.all(answers);
  }

  /**
   * Starts the stack. The stack, its data, and its images are removed by `down`, or when this process ends for any
   * reason.
   */
  async up(): Promise<void> {
    const log = openSync(this.removalLog, 'a');
    this.guard = spawn('/bin/sh', ['-c', REMOVE, this.project, ...this.options], {
      // The guard runs in its own process group, so that Ctrl-C does not kill it. It stops when its input ends.
      detached: true,
      stdio: ['pipe', log, log],
      env: this.environment,
    });
    closeSync(log);
    await this.compose('up', '--detach', '--no-build');
  }

  async down(): Promise<void> {
    if (!this.guard) return;
    const ended = once(this.guard, 'exit') as Promise<[number | null]>;
    this.guard.stdin?.end();
    const [code] = await ended;
    if (code === 0) return;
    const log = readFileSync(this.removalLog, 'utf8').slice(-3_000);
    throw new Error(`docker compose down failed with exit code ${code ?? 'unknown'}\n${log}`);
  }

  private get environment(): Environment {
    return { ...this.engine.environment, ...unset, ...this.variables };
  }

  private async run(command: string, args: readonly string[], timeoutMs = LONG_MS): Promise<string> {
    const { environment } = this;
    const { ok, output, failure } = await runCommand(command, args, { environment, timeoutMs });
    if (!ok) throw new Error(`${args.slice(0, 12).join(' ')}: ${failure}\n${output.slice(-3_000)}`);
    return output;
  }
}

/**
 * The `docker compose` commands that docs/operate/upgrade.md gives for an update, after the build command, without
 * the `docker compose` prefix.
 */
export function documentedUpdate(): string[][] {
  const [, after = ''] = readFileSync(resolve('docs/operate/upgrade.md'), 'utf8').split(
    '\n## Upgrade with Docker Compose',
  );
  const [, block = ''] = /```sh\n([^]*?)```/.exec(after) ?? [];
  const commands = lines(block).map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  return commands.map((args) => args.slice(2)).filter(([first]) => first !== 'build');
}

export function lines(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '');
}
