import { Injectable } from '@nestjs/common';
import { CompleteDispatch } from './complete-dispatch';
import { Dispatches } from './dispatches';

/** Looks for ends that nobody noticed: whoever should have may have crashed. */
const EVERY_MS = 30_000;

/** Repeats the check for completion over all dispatches that are planned. The leader's work. */
@Injectable()
export class CompleteOpen {
  private lastAt = -Infinity;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly completeDispatch: CompleteDispatch,
  ) {}

  async execute(): Promise<void> {
    if (performance.now() - this.lastAt < EVERY_MS) return;
    for (const campaign of await this.dispatches.toComplete()) await this.completeDispatch.execute(campaign);
    this.lastAt = performance.now();
  }
}
