/** Addresses whose next try is accepted. Remembers the last 10,000. */
export class Turns {
  private readonly refusedOnce = new Set<string>();

  constructor(private readonly remembered = 10_000) {}

  /** True at the first, third, fifth … time it is asked for an address. */
  refuses(address: string): boolean {
    if (this.refusedOnce.delete(address)) return false;
    this.refusedOnce.add(address);
    const [oldest] = this.refusedOnce;
    if (this.refusedOnce.size > this.remembered && oldest !== undefined) this.refusedOnce.delete(oldest);
    return true;
  }
}
