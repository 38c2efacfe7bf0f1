/** Shares the capacity of a process among accounts, based on the endpoints that it is sending to. */
export class AccountShares {
  private readonly endpoints = new Map<string, number>();

  /** The accounts with an endpoint that currently receives messages. All other accounts have their turn first. */
  get underWay(): string[] {
    return [...this.endpoints.keys()];
  }

  /** Counts an endpoint of the account until the returned function is called (once). */
  begin(userId: string): () => void {
    this.count(userId, 1);
    return () => this.count(userId, -1);
  }

  /**
   * How many lines of an endpoint are sent at the same time. While other accounts have pending messages, all endpoints
   * of an account together have as many lines as a single endpoint, but each has at least one.
   */
  lines(userId: string, most: number): number {
    if (this.endpoints.size <= 1) return most;
    return Math.max(1, Math.floor(most / (this.endpoints.get(userId) ?? 1)));
  }

  private count(userId: string, change: 1 | -1): void {
    const count = (this.endpoints.get(userId) ?? 0) + change;
    if (count > 0) this.endpoints.set(userId, count);
    else this.endpoints.delete(userId);
  }
}
