import type { LocalServer } from '../local-server';

export interface RunningDatabase extends LocalServer {
  /** A server, not one database of it: `mongodb://127.0.0.1:27017/?replicaSet=rs0`. */
  readonly mongoUrl: string;
}
