import { relative } from 'node:path';
import {
  type Environment,
  type LocalServerOptions,
  type RunningBroker,
  type RunningDatabase,
  Ports,
  startBroker,
  startDatabase,
} from '@carillon/local-services';
import {
  type Folder,
  type OrphanedProcesses,
  type StackAddresses,
  type StackFile,
  type StackSettings,
  SecretsFile,
  describeStack,
  gatewayUrl,
  inboxUrl,
  planProcesses,
  processMode,
  smtpUrl,
  bounceUrl,
  stackSettings,
  twilioUrl,
  writeStackFile,
} from '@carillon/stack';
import { Compose } from './compose';
import { prepareDemo } from './demo/demo';
import { firstSteps } from './demo/first-steps';
import { ServerPart } from './parts/server-part';
import { ServicePart } from './parts/service-part';
import type { SupervisedPart } from './parts/supervised-part';
import { choosePort } from './ports';
import { Stack } from './stack';
import { type Terminal, inSeconds } from './terminal';

export interface LaunchOptions {
  root: string;
  folder: Folder;
  environment: Environment;
  terminal: Terminal;
  orphans: OrphanedProcesses;
}

/** Starts the whole stack step by step, and keeps stack.json up to date while the stack runs. */
export class Launch {
  private readonly stack: Stack;
  private readonly stopping = new AbortController();
  private file: StackFile | undefined;
  private services: SupervisedPart<ServicePart>[] = [];

  constructor(private readonly options: LaunchOptions) {
    this.stack = new Stack(options.terminal, () => this.writeFile());
  }

  /**
   * Resolves when all parts are ready and stack.json is written. Rejects with the reasons for a failure. `stop` then
   * cleans up.
   */
  async start(): Promise<void> {
    const { folder, environment, terminal } = this.options;
    const begin = Date.now();
    const secrets = SecretsFile.open(folder.secrets, environment);
    const addresses = { ...(await this.choosePorts()), ...(await this.startServers()) };
    const settings = stackSettings(addresses, secrets.values, folder.sandbox, environment);
    this.services = await this.stack.start(await this.serviceParts(settings, addresses));
    const demo = await prepareDemo(gatewayUrl(addresses), secrets, this.stopping.signal);
    this.stopping.signal.throwIfAborted();
    this.file = describeStack(addresses, secrets.values, demo.apiKey);
    this.writeFile();
    terminal.line();
    terminal.line(`Carillon is ready after ${inSeconds(Date.now() - begin)}.`);
    terminal.line();
    const whereabouts = {
      ...this.file,
      logs: relative(this.options.root, folder.logs),
      commandLine: 'npx carillon --help',
      stop: 'Ctrl-C stops everything.',
    };
    for (const line of firstSteps(whereabouts, demo)) terminal.line(line);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.stack.stop();
  }

  private async choosePorts(): Promise<
    Pick<StackAddresses, 'httpPort' | 'inboxPort' | 'smtpPort' | 'bouncePort' | 'twilioPort'>
  > {
    const { environment } = this.options;
    return {
      httpPort: await choosePort('HTTP_PORT', 8080, environment),
      inboxPort: await choosePort('INBOX_PORT', 8025, environment),
      smtpPort: await choosePort('SMTP_PORT', 2525, environment),
      bouncePort: await choosePort('BOUNCE_SMTP_PORT', 2526, environment),
      twilioPort: await choosePort('TWILIO_PORT', 8027, environment),
    };
  }

  private async startServers(): Promise<Pick<StackAddresses, 'amqpUrl' | 'mongoUrl'>> {
    const { folder } = this.options;
    const compose = new Compose(folder.path);
    const broker = new ServerPart<RunningBroker>(
      'broker',
      'broker',
      (signal) => {
        const options = this.serverOptions('broker', folder.broker, signal);
        return startBroker(options, (image) => compose.broker(image, options));
      },
      ({ origin }) => `RabbitMQ, ${origin}`,
    );
    const database = new ServerPart<RunningDatabase>(
      'database',
      'database',
      (signal) => {
        const options = this.serverOptions('database', folder.database, signal);
        return startDatabase(options, (image) => compose.database(image, options));
      },
      ({ origin }) => `MongoDB, ${origin}`,
    );
    await this.stack.start<ServerPart<RunningBroker> | ServerPart<RunningDatabase>>([broker, database]);
    return { amqpUrl: broker.server?.amqpUrl ?? '', mongoUrl: database.server?.mongoUrl ?? '' };
  }

  private serverOptions(name: string, directory: string, signal: AbortSignal): LocalServerOptions {
    const { folder, environment, terminal, orphans } = this.options;
    const note = (line: string): void => terminal.note(name, line);
    return { directory, programs: folder.programs, environment, note, witness: orphans, signal };
  }

  private async serviceParts(settings: StackSettings, addresses: StackAddresses): Promise<ServicePart[]> {
    const { root, folder, environment, orphans } = this.options;
    const ports = await Ports.open(folder.path);
    const { mode, why } = processMode(environment);
    this.options.terminal.note('processes', why);
    const notes: Readonly<Record<string, string>> = {
      gateway: gatewayUrl(addresses),
      'bounce-receiver': bounceUrl(addresses),
      'one-process': `${gatewayUrl(addresses)}, ${bounceUrl(addresses)}`,
      sandbox: `${inboxUrl(addresses)}, ${smtpUrl(addresses)}, Twilio ${twilioUrl(addresses)}`,
    };
    const planned = await planProcesses({
      root,
      folder,
      settings,
      environment,
      ports,
      mode,
      witness: orphans,
    });
    return planned.map(
      ({ service: { phase }, ...process }) =>
        new ServicePart({ ...process, phase, note: notes[process.name] ?? '' }),
    );
  }

  private writeFile(): void {
    if (!this.file || this.stopping.signal.aborted) return;
    const services = this.services.flatMap(({ part, pid }) =>
      pid === undefined ? [] : part.services.map((service) => ({ ...service, pid })),
    );
    writeStackFile(this.options.folder.stackFile, { ...this.file, services });
  }
}
