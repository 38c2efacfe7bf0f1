import { pino } from 'pino';
import { ConfigError, parseConfig } from './config';
import { startSandbox } from './sandbox';

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = pino({
    level: config.logLevel,
    base: { service: 'sandbox' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
  const sandbox = await startSandbox(config, log);
  const { smtpPort, twilioPort, inboxPort, adminPort, store } = sandbox;
  log.info({ smtpPort, twilioPort, inboxPort, adminPort, messages: store.size }, 'The sandbox is ready');
  const stop = (signal: string): void => {
    log.info({ signal }, 'The sandbox is shutting down');
    void sandbox.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(error: unknown): never {
  const message = error instanceof ConfigError ? error.message : `The sandbox cannot start: ${String(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

main().catch(fail);
