import { type Channel, newId, sendOneOf, type TrialState } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import type { PreparedTrial } from './prepare-trial';
import { type NewTrial, Trials } from './trials';

/** Has a worker send a trial, once at most. */
@Injectable()
export class SendTrial {
  constructor(
    private readonly trials: Trials,
    private readonly messenger: Messenger,
  ) {}

  /** @throws AppError if no worker can be had: then nothing was sent, and nothing will be */
  async execute(trial: PreparedTrial, about: NewTrial): Promise<TrialState> {
    const turn = newId();
    if (!(await this.trials.open(about, turn))) return 'UNCONFIRMED';
    try {
      return await this.send({ ...trial, turn }, about.channel);
    } catch (error) {
      if (await this.trials.takeBack(about.trialId, turn)) throw error;
      return 'UNCONFIRMED';
    }
  }

  private async send(trial: PreparedTrial & { turn: string }, channel: Channel): Promise<TrialState> {
    const { state } = await this.messenger.request(sendOneOf(channel), trial);
    await this.trials.end(trial.trialId, trial.turn, state);
    return state;
  }
}
