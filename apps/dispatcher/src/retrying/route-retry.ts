import { Injectable } from '@nestjs/common';
import { AppError } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import type { Routes } from '../dispatches/dispatch';
import { type Retrying, RetryWalks } from './retry-walks';

/** Decides once by which integrations a further run goes out: one that failed may have been replaced. */
@Injectable()
export class RouteRetry {
  constructor(
    private readonly walks: RetryWalks,
    private readonly messenger: Messenger,
  ) {}

  /** Null: not now, the report says why. */
  async execute(dispatch: Retrying, now: Date): Promise<Routes | null> {
    if (dispatch.retry.routed) return dispatch.routes;
    const routes = await this.ask(dispatch, now);
    return routes && this.walks.fixRoutes(dispatch, routes);
  }

  private async ask(dispatch: Retrying, now: Date): Promise<Routes | null> {
    try {
      const { status, routes } = await this.messenger.request('account.sending-profile', {
        userId: dispatch.user,
      });
      if (status !== 'SUSPENDED') return routes;
      await this.walks.putOff(dispatch, 'ACCOUNT_SUSPENDED', now);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      await this.walks.putOff(dispatch, 'SERVICE_UNAVAILABLE', now);
    }
    return null;
  }
}
