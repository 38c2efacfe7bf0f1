import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Environment, Ports, runCommand, untilTrue } from '../../../dev/local-services/src/index';

const SHORT_MS = 60_000;
const LONG_MS = 900_000;

/** The variables that docker-compose.yml reads, without their values in this process. */
const unset = Object.fromEntries(
  [...readFileSync(resolve('docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => [
    name,
    undefined,
  ]),
);

/**
 * Waits for the end of its standard input; $0 is the name of the images and the project, the other arguments are options of
 * Compose. Docker counts the places in a network, and may count one too many after a container was killed: it refuses to
 * remove the empty network until it is restarted. Only such a network may remain.
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

/** docker-compose.yml on the engine of this test run, under a name and on ports of its own. */
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
  /** The values of `.env`; the file of this checkout is not read. */
  readonly variables: Record<string, string> = { CARILLON_IMAGE: this.project };
  private readonly engine = JSON.parse(process.env.TEST_ENGINE ?? '{}') as {
    environment: Environment;
    buildOptions: string[];
  };

  /** @param directory where its ports and the log of its removal are kept */
  constructor(private readonly directory: string) {
    this.removalLog = join(directory, 'removal.log');
  }

  /** Chooses free ports of this machine. */
  async takePorts(): Promise<void> {
    const ports = await Ports.open(this.directory);
    for (const name of ['GATEWAY_PORT', 'INBOX_PORT', 'PROXY_HTTP_PORT', 'PROXY_HTTPS_PORT'])
      this.variables[name] = String(await ports.take(name));
  }

  /** Builds the image with the Dockerfile. From now on it is the one that Compose uses. */
  async build(version: string): Promise<void> {
    const image = `${this.project}:${version}`;
    const options = ['--tag', image, '--build-arg', `VERSION=${version}`, ...this.engine.buildOptions];
    await this.run('docker', ['build', ...options, resolve('.')]);
    this.variables.CARILLON_VERSION = version;
  }

  /** Runs a `docker compose …` to its end. Resolves with its output, and rejects with it after a failure. */
  compose(...args: string[]): Promise<string> {
    return this.run('docker', ['compose', ...this.options, ...args]);
  }

  docker(...args: string[]): Promise<string> {
    return this.run('docker', args, SHORT_MS);
  }

  /** The ids of the running containers of a service. */
  async containers(service: string): Promise<string[]> {
    return lines(await this.compose('ps', '--quiet', '--status', 'running', service));
  }

  /** The sum of a counter of each container of a service. */
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

  /** The versions of which the running containers of a service are. */
  async versions(service: string): Promise<string[]> {
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    const shown = (await this.containers(service)).map((id) => this.docker('inspect', '--format', label, id));
    return (await Promise.all(shown)).map((version) => version.trim());
  }

  /** Kills all processes of a container by signal 9, as Docker does not see it coming and starts it again. */
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

  /** The status and the text that each container of a service answers on its port for operators; empty: nothing. */
  private async asked(service: string, path: string): Promise<string[]> {
    const script = `fetch('http://127.0.0.1:9090${path}').then(async (answer) => console.log(answer.status + '\\n' + await answer.text()))`;
    const answers = (await this.containers(service)).map((id) =>
      this.docker('exec', id, 'node', '-e', script).catch(() => ''),
    );
    return Promise.all(answers);
  }

  /** Starts it. It is removed with its data and its images when this process ends, however that is, or by `down`. */
  async up(): Promise<void> {
    const log = openSync(this.removalLog, 'a');
    this.guard = spawn('/bin/sh', ['-c', REMOVE, this.project, ...this.options], {
      // In a group of its own, so that Ctrl-C reaches it only by the end of its input.
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

/** The commands that docs/operate/upgrade.md gives for an update, each without `docker compose`, after the one that builds. */
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
