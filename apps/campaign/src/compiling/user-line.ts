import { AsyncResource } from 'node:async_hooks';
import { AppError } from '@carillon/contracts';
import { hasCallerLeft } from '@carillon/messaging';

type Turn = () => Promise<void>;

/** Runs one job at a time. Users take turns: the user served last goes to the end of the line. */
export class UserLine {
  /** The users, in the order of their turns. */
  private readonly waiting = new Map<string, Turn[]>();
  private isRunning = false;

  /** @throws AppError timeout if the caller has left before its turn */
  take<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn: Turn = async () => {
        try {
          if (hasCallerLeft()) throw new AppError('timeout');
          resolve(await work());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.waiting.set(userId, [...(this.waiting.get(userId) ?? []), AsyncResource.bind(turn)]);
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let turn = this.next(); turn; turn = this.next()) await turn();
    this.isRunning = false;
  }

  private next(): Turn | undefined {
    for (const [userId, [turn, ...others]] of this.waiting) {
      this.waiting.delete(userId);
      if (others.length > 0) this.waiting.set(userId, others);
      return turn;
    }
    return undefined;
  }
}
