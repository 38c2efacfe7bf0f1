export type Environment = Readonly<Record<string, string | undefined>>;

/** A process, or a container by its name, that would outlive the process that started it. */
export type OrphanedProcess = { readonly pid: number } | { readonly container: string };

/** Receives every orphan at once, so that the orphan can be ended if its owner is killed. */
export interface Witness {
  started(orphan: OrphanedProcess): void;
  ended(orphan: OrphanedProcess): void;
}

export interface LocalServerOptions {
  /** The directory for this server's data, logs, ports, and secrets. It is the same after a restart. */
  directory: string;
  /** The directory for downloaded programs, shared by all servers of this checkout. */
  programs: string;
  /** AMQP_URL, MONGO_URL, PATH, and the variables of the tools that are used. */
  environment: Environment;
  /** Receives a line about each slow step and about the chosen method. */
  note: (line: string) => void;
  witness?: Witness | undefined;
  /**
   * Aborts the start. Started processes are ended and downloads are aborted. Package installations continue to their
   * end.
   */
  signal?: AbortSignal | undefined;
}

export interface LocalServer {
  /** The method of the start: `given by MONGO_URL`, `Docker (mongo:8)`, or the path of a program. */
  readonly origin: string;
  /** Absent if the server is not a local process. */
  readonly pid?: number;
  /** The name of the container, if the server runs in one. */
  readonly container?: string;
  /**
   * Resolves when the server ends, even unexpectedly. Never resolves for an existing server, or for a container of
   * tests.
   */
  readonly exited: Promise<string>;
  /**
   * Asks the server to end, and kills it after the grace time (milliseconds, with a default for each server). Keeps
   * the data. An existing server keeps running.
   */
  stop(graceMs?: number): Promise<void>;
  /** Kills the server at once. */
  kill(): Promise<void>;
}
