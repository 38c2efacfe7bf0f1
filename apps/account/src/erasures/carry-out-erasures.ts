import { AppError, type EraseStep, type EraseStepEnd, type ErasingService } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Clock, jittered, Logger, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig } from '../config';
import { EraseAccount } from './erase-account';
import { FindRestored } from './find-restored';
import type { Part } from './erasure-record';
import { type ClaimedErasure, Erasures } from './erasures';

/** The interval between checks for due erasures (milliseconds). */
const LOOK_MS = 1_000;
/** The retry delay if a service is unavailable or must wait (milliseconds). */
const WAIT_MS = 2_000;
/** The duration of one turn of an erasure (milliseconds). */
const TURN_MS = 10_000;
/** The number of passes through all services. */
const PASSES = 2;

/**
 * Carries out erasures. Asks each service to erase its data, step by step, until nothing remains. After data in transit
 * between services has arrived, repeats all steps once. Progress is stored after each step, and steps can be repeated,
 * so an erasure survives crashes.
 */
@Injectable()
export class CarryOutErasures extends BackgroundTask {
  constructor(
    private readonly erasures: Erasures,
    private readonly account: EraseAccount,
    private readonly findRestored: FindRestored,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(accountConfig.token) private readonly config: AccountConfig,
    private readonly log: Logger,
  ) {
    super({ name: 'carrying out erasures', everyMs: LOOK_MS, quietMs: QUIET_PAUSE_MS, log });
  }

  /** Runs the next due erasure. */
  async round(): Promise<RoundEnd> {
    const claimed = await this.erasures.claim();
    if (!claimed) return 'idle';
    if (claimed.personId !== null) {
      await this.endPerson(claimed, claimed.personId);
      return true;
    }
    if (claimed.kind === 'PERSON' && claimed.address === null) {
      // The erasure was imported: see ErasureListFile.
      await this.findRestored.find(claimed);
      return true;
    }
    const until = performance.now() + TURN_MS;
    let current = claimed;
    let isWaiting = false;
    for (const { service } of claimed.parts) {
      const after = await this.work(current, service, until);
      if (!after) return true;
      current = after.erasure;
      isWaiting ||= after.isWaiting;
      if (performance.now() > until) break;
    }
    await this.endTurn(current, isWaiting);
    return true;
  }

  /** Erases the rest of a person after all addresses. */
  private async endPerson(claimed: ClaimedErasure, personId: string): Promise<void> {
    const isDone =
      !(await this.erasures.hasRunningParts(claimed.id)) && (await this.forget(claimed, personId));
    if (!isDone) {
      await this.erasures.save(claimed, Math.round(jittered(WAIT_MS)));
      return;
    }
    const parts = claimed.parts.map((part) => this.moved(part, { state: 'done', next: null }));
    await this.erasures.finish({ ...claimed, parts });
    this.log.info({ erasureId: claimed.id }, 'an erasure is complete');
  }

  /** Returns false if the service is unavailable, or runs an older release that lacks this command. */
  private async forget({ id, userId }: ClaimedErasure, personId: string): Promise<boolean> {
    try {
      await this.messenger.request('person.erase', { userId, id: personId });
      return true;
    } catch (error) {
      this.noteFailure(error, 'subscriber', id);
      return false;
    }
  }

  private noteFailure(error: unknown, service: ErasingService, erasureId: string): void {
    if (error instanceof AppError && error.kind === 'unavailable') return;
    this.log.error({ err: error, service, erasureId }, 'an erasure step failed');
  }

  /** Runs steps of a service's part. Returns null if another process has claimed the erasure. */
  private async work(
    erasure: ClaimedErasure,
    service: ErasingService,
    until: number,
  ): Promise<{ erasure: ClaimedErasure; isWaiting: boolean } | null> {
    let current = erasure;
    for (;;) {
      const mine = current.parts.find((each) => each.service === service);
      if (!mine || mine.isDone) return { erasure: current, isWaiting: false };
      const end = await this.step(current, mine);
      if (end === null || end.state === 'wait') return { erasure: current, isWaiting: true };
      current = {
        ...current,
        parts: current.parts.map((each) => (each === mine ? this.moved(mine, end) : each)),
      };
      if (!(await this.erasures.save(current))) return null;
      if (performance.now() > until) return { erasure: current, isWaiting: false };
    }
  }

  private moved(before: Part, { state, next }: EraseStepEnd): Part {
    if (state === 'more') return { ...before, after: next };
    return { ...before, after: null, isDone: true, erasedAt: before.erasedAt ?? this.clock.now() };
  }

  /** Returns null if the service is unavailable, or runs an older release that lacks this command. */
  private async step(
    { id, userId, address, begunAt }: ClaimedErasure,
    part: Part,
  ): Promise<EraseStepEnd | null> {
    const { ERASURE_REPEAT_MS: repeatsAfterMs } = this.config;
    const step: EraseStep = {
      ...{ erasureId: id, userId, address },
      ...{ after: part.after, begunAt, repeatsAfterMs },
    };
    try {
      return part.service === 'account'
        ? await this.account.erase(step)
        : await this.messenger.request(`erasure.step-in-${part.service}`, step);
    } catch (error) {
      this.noteFailure(error, part.service, id);
      return null;
    }
  }

  private async endTurn(erasure: ClaimedErasure, isWaiting: boolean): Promise<void> {
    if (!erasure.parts.every(({ isDone }) => isDone)) {
      await this.erasures.save(erasure, isWaiting ? Math.round(jittered(WAIT_MS)) : 0);
    } else if (erasure.pass < PASSES) {
      const parts = erasure.parts.map((each) => ({ ...each, isDone: false }));
      const again = { ...erasure, parts, pass: erasure.pass + 1 };
      await this.erasures.save(again, this.config.ERASURE_REPEAT_MS);
    } else {
      await this.erasures.finish(erasure);
      this.log.info({ erasureId: erasure.id }, 'an erasure is complete');
    }
  }
}
