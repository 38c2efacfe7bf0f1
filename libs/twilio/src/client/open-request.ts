import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { RequestFault, causes } from './request-fault';

/** A request under way, which knows whether any of it may have left. */
export class OpenRequest {
  /** Nothing leaves before the connection stands, its TLS included. */
  private stage: 'waiting' | 'opening' | 'open' = 'waiting';
  private whyBroken: string | null = null;
  private readonly deadline: NodeJS.Timeout;
  private opening: NodeJS.Timeout | undefined;

  constructor(
    private readonly request: ClientRequest,
    timeoutMs: number,
    openingMs: number,
  ) {
    // There is always somebody to hear of an error, however late it comes.
    request.on('error', () => undefined);
    request.once('socket', (socket) => this.watch(socket, openingMs));
    this.deadline = setTimeout(
      () => this.break(this.stage === 'waiting' ? causes.noConnection : causes.timedOut),
      timeoutMs,
    );
  }

  /** Resolves when the answer begins. @throws RequestFault */
  response(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      this.request.once('response', resolve);
      this.request.once('error', (error: NodeJS.ErrnoException) => reject(this.faultOf(error)));
      this.request.once('close', () => reject(new RequestFault(this.moment, causes.unreadable)));
    });
  }

  breakOff(): void {
    this.break(causes.closed);
  }

  /** To be called when the answer was read. */
  end(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.opening);
  }

  private watch(socket: Socket, openingMs: number): void {
    const secure = 'encrypted' in socket;
    if (this.request.reusedSocket || !socket.connecting) {
      this.stage = 'open';
      return;
    }
    this.stage = 'opening';
    this.opening = setTimeout(() => this.break(causes.timedOut), openingMs);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      this.stage = 'open';
      clearTimeout(this.opening);
    });
  }

  private break(why: string): void {
    this.whyBroken ??= why;
    this.request.destroy();
  }

  private get moment(): 'before' | 'after' {
    return this.stage === 'open' ? 'after' : 'before';
  }

  private faultOf({ code = causes.unreadable }: NodeJS.ErrnoException): RequestFault {
    return new RequestFault(this.moment, this.whyBroken ?? code);
  }
}
