import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The open connections and what each is being answered, so that an end can come to those that have nothing in hand. */
export class Connections {
  private readonly inHand = new Map<Duplex, ServerResponse | null>();
  private readonly ending = new WeakSet<Duplex>();
  private ended = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      if (this.ended) socket.destroy();
      this.inHand.set(socket, null);
      socket.once('close', () => this.inHand.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.inHand.set(socket, response);
      response.once('close', () => {
        if (this.inHand.get(socket) !== response) return;
        this.inHand.set(socket, null);
        // An answer that began before the end could not ask for it.
        if (this.ended || this.ending.has(socket)) socket.end();
      });
    });
  }

  /** True from `end` on: whoever answers now should ask for the connection to be closed. */
  get areEnding(): boolean {
    return this.ended;
  }

  /** Whether an answer has begun that must not be written into. */
  isAnswering(socket: Duplex): boolean {
    return this.inHand.get(socket)?.headersSent === true;
  }

  /**
   * Whether a request that has arrived wholly waits for its answer; then the connection ends after that. What came behind it
   * must not be answered first: that would be taken for the answer.
   */
  endsAfterAnswer(socket: Duplex): boolean {
    const waits = this.inHand.get(socket)?.req.complete === true;
    if (waits) this.ending.add(socket);
    return waits;
  }

  /** Cuts those on which nothing is in hand, also the ones on which nothing ever came, and all that are yet to come. */
  end(): void {
    this.ended = true;
    for (const [socket, response] of this.inHand) if (!response) socket.destroy();
  }
}
