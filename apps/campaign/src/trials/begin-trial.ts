import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Trials } from './trials';

/** Lets one worker begin with a trial, and puts that down before any provider hears of it. */
@Injectable()
export class BeginTrial {
  constructor(private readonly trials: Trials) {}

  async execute({ trialId, turn }: Payload<'trial.begin'>): Promise<Reply<'trial.begin'>> {
    return { granted: await this.trials.begin(trialId, turn) };
  }
}
