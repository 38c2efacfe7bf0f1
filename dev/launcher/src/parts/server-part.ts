import type { LocalServer } from '@carillon/local-services';
import type { Phase } from '@carillon/stack';
import type { Part, RunningPart } from './part';

/** The broker or the database: a server that several methods can start. */
export class ServerPart<T extends LocalServer> implements Part {
  /** The server of the last start. Its address stays the same after a restart. */
  server: T | undefined;

  constructor(
    readonly name: string,
    readonly phase: Phase,
    private readonly bringUp: (signal: AbortSignal) => Promise<T>,
    private readonly describe: (server: T) => string,
  ) {}

  async start(signal: AbortSignal): Promise<RunningPart> {
    const server = await this.bringUp(signal);
    this.server = server;
    return {
      pid: server.pid,
      note: this.describe(server),
      exited: server.exited,
      stop: (graceMs) => server.stop(graceMs),
    };
  }
}
