export type Environment = Readonly<Record<string, string | undefined>>;

/** A process, or a container by its name, that would outlive the process that started it. */
export type OrphanedProcess = { readonly pid: number } | { readonly container: string };

/** Is notified of every orphan at once, so that it can be ended if its owner is killed. */
export interface Witness {
  started(orphan: OrphanedProcess): void;
  ended(orphan: OrphanedProcess): void;
}

export interface LocalServerOptions {
  /** The directory for this server's data, logs, ports and secrets; the same again after a restart. */
  directory: string;
  /** The directory for downloaded programs, for all servers of this checkout. */
  programs: string;
  /** AMQP_URL, MONGO_URL, PATH and the variables of the tools that are used. */
  environment: Environment;
  /** Receives a line about each slow step, and about the chosen method. */
  note: (line: string) => void;
  witness?: Witness | undefined;
  /** Aborts the start: started processes are ended, downloads are aborted. Package installations are finished. */
  signal?: AbortSignal | undefined;
}

export interface LocalServer {
  /** How it was started: `given by MONGO_URL`, `Docker (mongo:8)`, the path of a program. */
  readonly origin: string;
  /** Absent if the server is not a local process. */
  readonly pid?: number;
  /** The name of the container, if the server runs in one. */
  readonly container?: string;
  /** Resolves when the server ended, even unexpectedly; never for an existing server, or for a container of tests. */
  readonly exited: Promise<string>;
  /**
   * Asks it to end, and kills it after the grace time (milliseconds; each server has its own default). Keeps the data. An
   * existing server is left running.
   */
  stop(graceMs?: number): Promise<void>;
  /** Kills it at once. */
  kill(): Promise<void>;
}
