/** Addresses whose next attempt is accepted. Keeps the last 10,000. */
export class Turns {
  private readonly refusedOnce = new Set<string>();

  constructor(private readonly remembered = 10_000) {}

  /** Returns true at the first, third, fifth … call for an address. */
  refuses(address: string): boolean {
    if (this.refusedOnce.delete(address)) return false;
    this.refusedOnce.add(address);
    const [oldest] = this.refusedOnce;
    if (this.refusedOnce.size > this.remembered && oldest !== undefined) this.refusedOnce.delete(oldest);
    return true;
  }
}
