/** Several measurements of one quantity, because other load on the machine distorts single ones. */
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

  /** Minimum, median and maximum, in columns. */
  columns(digits: number): string {
    return [this.min, this.median, this.max].map((value) => value.toFixed(digits).padStart(10)).join('');
  }
}
