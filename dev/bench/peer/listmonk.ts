import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  type ServerProcess,
  answersTcp,
  closedPort,
  runCommand,
  startServer,
} from '@carillon/local-services';
import { until } from '../../driver/api';
import { BODY } from '../body';
import { LONGEST_S } from '../dispatch/report';
import { cpuSecondsOfTree } from '../processes';
import type { Options } from './options';
import { Postgres } from './postgres';

const INSTALL_MS = 120_000;
const START_MS = 60_000;
const STOP_MS = 10_000;
const POLL_MS = 200;

/** Tuned for speed: listmonk sends as fast as it can, over as many connections as it has senders. */
const CONNECTIONS = 20;
/** It notifies its operator of the end of a campaign by one email at most, within this time (milliseconds). */
export const NOTICE = { emails: 1, withinMs: 2_000 } as const;
const settings: Readonly<Record<string, unknown>> = {
  'app.batch_size': 5_000,
  'app.concurrency': CONNECTIONS,
  'app.message_rate': 100_000,
  'app.message_sliding_window': false,
  'app.check_updates': false,
  // Without an address, version 1.1 breaks the session with the mail server.
  'app.notify_emails': ['operator@example.com'],
};

/** `tls_enabled` is for versions before 2.0, `uuid` and `tls_type` for later ones. */
function smtpOf(port: number): readonly Record<string, unknown>[] {
  return [
    {
      uuid: '00000000-0000-4000-8000-000000000000',
      enabled: true,
      host: '127.0.0.1',
      port,
      auth_protocol: 'none',
      username: '',
      password: '',
      hello_hostname: '',
      max_conns: CONNECTIONS,
      idle_timeout: '15s',
      wait_timeout: '5s',
      max_msg_retries: 2,
      tls_enabled: false,
      tls_type: 'none',
      tls_skip_verify: false,
      email_headers: [],
    },
  ];
}

/** A campaign that has ended. */
export interface Sent {
  /** Milliseconds since 1970. */
  finishedAt: number;
}

/**
 * An installed listmonk with a Postgres server of its own, both with empty data in a temporary folder. Audiences and
 * campaigns are written to its database, because its API differs by version, and adding people is not measured.
 */
export class Listmonk {
  private readonly aborted = new AbortController();
  private readonly folder = mkdtempSync(join(tmpdir(), 'carillon-peer-'));
  private starting: Promise<void> = Promise.resolve();
  private postgres: Postgres | null = null;
  private server: ServerProcess | null = null;

  constructor(private readonly options: Options) {
    // The user of Postgres must be able to enter it.
    chmodSync(this.folder, 0o755);
  }

  /** @param smtpPort the port of the mail server on the loopback address */
  start(smtpPort: number): Promise<void> {
    this.starting = this.begin(smtpPort);
    return this.starting;
  }

  /** The CPU seconds of listmonk and Postgres so far, by process. */
  get cpu(): Map<string, number> {
    const pids = { listmonk: this.server?.pid, postgres: this.postgres?.pid };
    return new Map(
      Object.entries(pids).map(([name, pid]) => [name, pid === undefined ? NaN : cpuSecondsOfTree(pid)]),
    );
  }

  /** Adds people to a new list. */
  async writeAudience(people: number): Promise<void> {
    await this.query(`
      INSERT INTO lists (uuid, name, type, optin, tags)
        VALUES (gen_random_uuid(), 'Bench', 'private', 'single', '{}');
      INSERT INTO subscribers (uuid, email, name, attribs)
        SELECT gen_random_uuid(), 'person.' || n || '@example.com',
          (ARRAY['Ada', 'Grace', 'Barbara', 'Radia', 'Frances'])[n % 5 + 1], '{}'
        FROM generate_series(0, ${people - 1}) AS n;
      INSERT INTO subscriber_lists (subscriber_id, list_id, status)
        SELECT subscribers.id, lists.id, 'confirmed' FROM subscribers, lists
        WHERE lists.name = 'Bench' AND subscribers.email LIKE 'person.%';
      ANALYZE;
    `);
  }

  /** Creates a campaign to all people of the list, and returns its ID. */
  async draft(): Promise<number> {
    const body = BODY.replace('{{name|friend}}', '{{ .Subscriber.Name }}');
    return Number(
      await this.query(`
        WITH campaign AS (
          INSERT INTO campaigns (uuid, name, subject, from_email, body, content_type, messenger, template_id, tags)
            SELECT gen_random_uuid(), 'Bench', 'Bench', 'Bench <bench@example.com>', $body$${body}$body$, 'html',
              'email', templates.id, '{}' FROM templates WHERE is_default
            RETURNING id
        )
        INSERT INTO campaign_lists (campaign_id, list_id, list_name)
          SELECT campaign.id, lists.id, lists.name FROM campaign, lists WHERE lists.name = 'Bench'
          RETURNING campaign_id;
      `),
    );
  }

  /** Starts the campaign as the API does. listmonk looks for started campaigns every five seconds. */
  async publish(campaign: number): Promise<void> {
    await this.query(`UPDATE campaigns SET status = 'running', updated_at = NOW() WHERE id = ${campaign}`);
  }

  /** Resolves when listmonk has ended the campaign. */
  endOf(campaign: number): Promise<Sent> {
    return until(
      'the end of the campaign of listmonk',
      LONGEST_S,
      async () => {
        const row = await this.query(
          `SELECT status, extract(epoch FROM updated_at) * 1000 FROM campaigns WHERE id = ${campaign}`,
        );
        const [status, updatedAt] = row.split('|');
        return status === 'finished' ? { finishedAt: Number(updatedAt) } : null;
      },
      POLL_MS,
    );
  }

  /** Stops everything that was started, even while it starts, and removes its data. */
  async stop(): Promise<void> {
    this.aborted.abort(new Error('Stopped'));
    await this.starting.catch(() => undefined);
    await this.server?.stop(STOP_MS);
    await this.postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async begin(smtpPort: number): Promise<void> {
    const { signal } = this.aborted;
    this.postgres = await Postgres.start(this.options.postgres, this.folder, signal);
    const program = resolve(this.options.listmonk);
    const port = await closedPort();
    const config = join(this.folder, 'config.toml');
    writeFileSync(config, configOf(port, this.postgres));
    await this.install(program, config, smtpPort);
    signal.throwIfAborted();
    this.server = await startServer({
      command: program,
      arguments: ['--config', config],
      environment: { PATH: process.env.PATH },
      workingDirectory: dirname(program),
      logFile: join(this.folder, 'listmonk.log'),
      port,
      timeoutMs: START_MS,
      answers: () => answersTcp(port),
      signal,
    });
  }

  private async install(program: string, config: string, smtpPort: number): Promise<void> {
    // It looks for files that are not embedded in the current folder.
    const install = [
      '-c',
      'cd "$0" && exec "$1" --config "$2" --install --yes',
      dirname(program),
      program,
      config,
    ];
    const { ok, failure } = await runCommand('/bin/sh', install, {
      environment: { PATH: process.env.PATH },
      timeoutMs: INSTALL_MS,
      signal: this.aborted.signal,
    });
    if (!ok) throw new Error(failure.replace('/bin/sh', 'listmonk --install'));
    const values = Object.entries({ ...settings, smtp: smtpOf(smtpPort) }).map(
      ([key, value]) => `('${key}', '${JSON.stringify(value)}')`,
    );
    await this.query(`
      INSERT INTO settings (key, value) VALUES ${values.join(', ')}
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value;
      UPDATE templates SET body = '{{ template "content" . }}' WHERE is_default;
    `);
  }

  private query(statements: string): Promise<string> {
    if (!this.postgres) throw new Error('Postgres is not running');
    return this.postgres.run(statements);
  }
}

function configOf(port: number, postgres: Postgres): string {
  return `
[app]
address = "127.0.0.1:${port}"
admin_username = "bench"
admin_password = "bench-password"

[db]
host = "127.0.0.1"
port = ${postgres.port}
user = "${postgres.user}"
password = "bench"
database = "postgres"
ssl_mode = "disable"
max_open = 25
max_idle = 25
max_lifetime = "300s"
`;
}
