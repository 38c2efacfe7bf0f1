import { readFileSync } from 'node:fs';
import { until } from '../../driver/api';

/** Makes a service that is asked for its inspector listen for a debugger on a free port. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=0' };

const LISTENING = /Debugger listening on (ws:\S+)/g;

interface Answer {
  id: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A client of the debugger protocol of a running Node process. */
export class Inspector {
  private asked = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => this.receive(JSON.parse(String(data)) as Answer));
  }

  /** `logFile` is the log to which the process writes the address of its debugger. */
  static async attach(pid: number, logFile: string): Promise<Inspector> {
    process.kill(pid, 'SIGUSR1');
    const url = await until('the debugger', 5, () =>
      Promise.resolve([...readFileSync(logFile, 'utf8').matchAll(LISTENING)].at(-1)?.[1]),
    );
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new Inspector(socket);
  }

  async ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.asked;
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result ?? {};
  }

  close(): void {
    this.socket.close();
  }

  private receive(answer: Answer): void {
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }
}
