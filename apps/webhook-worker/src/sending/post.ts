import { Connections, type Reach, RequestFault, causes } from '@carillon/http-client';

/** Connections to one endpoint at the same time. */
const MOST = 8;
const IDLE_MS = 30_000;

/** The result of a request. `status` null: there was no response. */
export interface PostResult {
  status: number | null;
  error: string | null;
  /** The wait time that the endpoint requests (milliseconds); null: none. */
  retryAfterMs: number | null;
}

/** The connections to one endpoint. */
export class EndpointConnections {
  private readonly connections: Connections;
  private readonly target: URL;
  private pending = 0;
  private isClosed = false;

  /** @param timeoutMs the time limit of a request (milliseconds) */
  constructor(
    readonly url: string,
    reach: Reach,
    private readonly timeoutMs: number,
  ) {
    this.target = new URL(url);
    this.connections = new Connections(MOST, reach, { open: timeoutMs, idle: IDLE_MS });
  }

  /** Never rejects. */
  async post(body: string, headers: Readonly<Record<string, string>>): Promise<PostResult> {
    this.pending += 1;
    try {
      const { status, retryAfterMs } = await this.connections.request(
        {
          method: 'POST',
          url: this.target,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Carillon-Webhooks/1.0 (Standard Webhooks)',
            ...headers,
          },
          body,
        },
        this.timeoutMs,
      );
      return { status, error: status >= 300 && status < 400 ? 'REDIRECT' : null, retryAfterMs };
    } catch (error) {
      return { status: null, error: errorOf(error), retryAfterMs: null };
    } finally {
      this.pending -= 1;
      this.endIfClosed();
    }
  }

  /** Lets pending requests complete: a request must not fail for a reason that is not the endpoint's. */
  close(): void {
    this.isClosed = true;
    this.endIfClosed();
  }

  private endIfClosed(): void {
    if (this.isClosed && this.pending === 0) this.connections.close();
  }
}

/** The codes that users see. All other errors are failed connections. */
function errorOf(error: unknown): string {
  const code = error instanceof RequestFault ? error.reason : '';
  if (code === causes.notAllowed) return 'HOST_NOT_ALLOWED';
  if (code === causes.timedOut || code === causes.noConnection) return 'TIMEOUT';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'HOST_NOT_FOUND';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code) ? 'TLS' : 'CONNECTION';
}
