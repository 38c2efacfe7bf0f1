import { Injectable } from '@nestjs/common';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { Completions } from './completions';
import { Dispatches } from './dispatches';

/** Looks for ends that nobody noticed: whoever should have may have crashed. */
@Injectable()
export class CompleteOpen extends Duty {
  readonly name = 'looking for ends';
  readonly everyMs = 30_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly completions: Completions,
  ) {
    super();
  }

  async execute(_term: Term): Promise<boolean> {
    for (const campaign of await this.dispatches.toComplete()) this.completions.check(campaign);
    return false;
  }
}
