export type Environment = Readonly<Record<string, string | undefined>>;

/** Something that would outlive the process that started it; a container by its name. */
export type OrphanedProcess = { readonly pid: number } | { readonly container: string };

/** Hears of every orphan at once, so that somebody can end it should its owner be killed. */
export interface Witness {
  started(orphan: OrphanedProcess): void;
  ended(orphan: OrphanedProcess): void;
}

export interface LocalServerOptions {
  /** Where this server keeps its data, logs, ports and secrets; its own, and the same again after a restart. */
  directory: string;
  /** Where fetched programs are kept, for all servers of this checkout. */
  programs: string;
  /** AMQP_URL, MONGO_URL, PATH and whatever the tools used need. */
  environment: Environment;
  /** Told in one line what takes its time, and which way was taken. */
  say: (line: string) => void;
  witness?: Witness | undefined;
  /** Ends the attempt: what was started is ended, what is being fetched is given up. Packages are installed to the end. */
  signal?: AbortSignal | undefined;
}

export interface LocalServer {
  /** How it was brought up, in words: `given by MONGO_URL`, `Docker (mongo:8)`, the path of a program. */
  readonly origin: string;
  /** Absent where the server is not a process of this machine's own. */
  readonly pid?: number;
  /** Its name, where the server runs in a container. */
  readonly container?: string;
  /** Resolves when it ended, also unasked; never for a server that was given, or for a container of tests. */
  readonly exited: Promise<string>;
  /**
   * Asks it to end, and makes it when it does not within the grace time (milliseconds; a default of its own).
   * Leaves the data. A server that was given is left alone.
   */
  stop(graceMs?: number): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
}
