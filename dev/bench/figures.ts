/** Several measurements of one quantity, because other load on the machine distorts single measurements. */
export class Figures {
  private readonly sorted: readonly number[];

  constructor(values: readonly number[]) {
    this.sorted = [...values].sort((a, b) => a - b);
  }

  get min(): number {
    return this.sorted[0] ?? NaN;
  }

  get max(): number {
    return this.sorted[this.sorted.length - 1] ?? NaN;
  }

  get median(): number {
    const middle = (this.sorted.length - 1) / 2;
    const [low, high] = [this.sorted[Math.floor(middle)], this.sorted[Math.ceil(middle)]];
    return ((low ?? NaN) + (high ?? NaN)) / 2;
  }

  /** Formats the minimum, median, and maximum in columns. */
  columns(digits: number): string {
    return [this.min, this.median, this.max].map((value) => value.toFixed(digits).padStart(10)).join('');
  }
}

/** The smallest share of a request's cost for which a process is named. */
const PART_OF_ALL = 0.02;

/**
 * Formats the cost of a request in each process that takes part in it: the median for each process, largest first.
 */
export function costs(measured: readonly { cpuOf: ReadonlyMap<string, number> }[]): string {
  const names = [...(measured[0]?.cpuOf.keys() ?? [])];
  const spent = names.map((name) => ({
    name,
    cpu: new Figures(measured.map(({ cpuOf }) => cpuOf.get(name) ?? NaN)).median,
  }));
  const all = spent.reduce((sum, { cpu }) => sum + cpu, 0);
  const parts = spent.filter(({ cpu }) => cpu > PART_OF_ALL * all).toSorted((a, b) => b.cpu - a.cpu);
  return `${all.toFixed(0).padStart(10)}   ${parts.map(({ name, cpu }) => `${name} ${cpu.toFixed(0)}`).join(', ')}`;
}
