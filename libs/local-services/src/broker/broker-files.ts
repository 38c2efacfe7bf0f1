import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../local-server';

export interface BrokerPorts {
  amqp: number;
  /** Where Erlang nodes talk to each other, and their port mapper. */
  distribution: number;
  portMapper: number;
  /** Absent: no management plugin. */
  management?: number;
}

/** Where a private broker keeps what it needs. */
export interface BrokerFiles {
  home: string;
  data: string;
  logs: string;
  configuration: string;
  plugins: string;
}

/** Writes the broker's configuration, its list of plugins and, the first time, the secret its nodes share. */
export async function writeBrokerFiles(directory: string, ports: BrokerPorts): Promise<BrokerFiles> {
  const files: BrokerFiles = {
    home: join(directory, 'home'),
    data: join(directory, 'data'),
    logs: join(directory, 'log'),
    configuration: join(directory, 'rabbitmq.conf'),
    plugins: join(directory, 'enabled_plugins'),
  };
  await mkdir(files.home, { recursive: true, mode: 0o700 });
  await mkdir(files.data, { recursive: true, mode: 0o700 });
  const cookie = join(files.home, '.erlang.cookie');
  if (!existsSync(cookie)) await writeFile(cookie, randomBytes(24).toString('hex'));
  await chmod(cookie, 0o400);
  await writeFile(files.configuration, configuration(ports));
  await writeFile(files.plugins, ports.management === undefined ? '[].\n' : '[rabbitmq_management].\n');
  return files;
}

function configuration({ amqp, management }: BrokerPorts): string {
  const lines = [`listeners.tcp.local = 127.0.0.1:${amqp}`];
  if (management !== undefined) {
    lines.push('management.tcp.ip = 127.0.0.1', `management.tcp.port = ${management}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The environment of a broker that shares nothing with one that the system may run. */
export function brokerEnvironment(given: Environment, files: BrokerFiles, ports: BrokerPorts): Environment {
  const foreign = ([name]: [string, unknown]): boolean => /^(RABBITMQ|ERL|ERLANG)_/.test(name);
  return {
    ...Object.fromEntries(Object.entries(given).filter((entry) => !foreign(entry))),
    HOME: files.home,
    LC_ALL: 'C.UTF-8',
    ERL_EPMD_PORT: String(ports.portMapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: 'carillon@localhost',
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: files.data,
    RABBITMQ_LOG_BASE: files.logs,
    RABBITMQ_ENABLED_PLUGINS_FILE: files.plugins,
    RABBITMQ_CONFIG_FILE: files.configuration,
    RABBITMQ_ADVANCED_CONFIG_FILE: join(files.home, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_PID_FILE: join(files.home, 'broker.pid'),
    // Makes the script become the server in place of watching over it: one process, which signals reach.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: erlangArguments(ports),
  };
}

/** Nodes meet on the loopback only. With management on, a test wants fresh numbers, not those of 5 s ago. */
function erlangArguments({ management }: BrokerPorts): string {
  const loopback = '-kernel inet_dist_use_interface {127,0,0,1}';
  if (management === undefined) return loopback;
  return `${loopback} -rabbit collect_statistics_interval 500 -rabbit quorum_tick_interval 500`;
}
