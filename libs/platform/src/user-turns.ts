/** Lets work for one user be done in turn, so that it does not compete with itself; other users do not wait for it. */
export class UserTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Starts when all that was given before for this user has ended, well or not. */
  async take<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(userId);
    const mine = before ? before.then(work, work) : work();
    this.last.set(userId, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(userId) === mine) this.last.delete(userId);
    }
  }
}
