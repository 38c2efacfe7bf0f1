import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The connection that is being opened. */
const dialing = new AsyncLocalStorage<SharedWrites>();

// amqplib opens its socket itself and doesn't expose it, but Node reports each new socket on this channel.
subscribe('net.client.socket', (message) =>
  dialing.getStore()?.reported((message as { socket: Socket }).socket),
);

/**
 * amqplib writes frame by frame: three system calls for a reply and its ack, each of which wakes the broker. Here,
 * everything that one turn of the event loop publishes and acknowledges leaves in one call: the socket is corked until
 * amqplib has written it.
 */
export class SharedWrites {
  /** The sockets that were opened since the last connection was lost: amqplib's, and those of message handlers. */
  private readonly candidates = new Set<Socket>();
  private current: Socket | null = null;
  private isCorked = false;

  /** The socket of the connection; null: not connected, or this version of Node doesn't report it. */
  get socket(): Socket | null {
    return this.current;
  }

  /** Runs the code that opens connections, now and later, and watches for their sockets. */
  watch<T>(dial: () => T): T {
    return dialing.run(this, dial);
  }

  /** For the subscription: a socket that is about to connect. */
  reported(socket: Socket): void {
    if (!this.current) this.candidates.add(socket);
  }

  /** Looks up the socket that is connected to this address. Without a socket, frames leave one by one. */
  connected(url: string): void {
    const port = portOf(url);
    const found = [...this.candidates].filter((one) => one.remotePort === port && !one.destroyed);
    this.current = found.at(-1) ?? null;
    this.candidates.clear();
    // After a full buffer, amqplib writes all waiting data in its own listener for this event.
    this.current?.prependListener('drain', () => this.cork((uncork) => process.nextTick(uncork)));
  }

  lost(): void {
    this.candidates.clear();
    this.current = null;
  }

  /** Call it after each publish and ack: amqplib writes in an immediate that it requests in the next tick. */
  share(): void {
    this.cork((uncork) => process.nextTick(() => setImmediate(uncork)));
  }

  private cork(soon: (uncork: () => void) => void): void {
    const socket = this.current;
    if (!socket || this.isCorked) return;
    this.isCorked = true;
    socket.cork();
    soon(() => {
      this.isCorked = false;
      socket.uncork();
    });
  }
}

function portOf(url: string): number {
  const { protocol, port } = new URL(url);
  return Number(port || (protocol === 'amqps:' ? 5671 : 5672));
}
