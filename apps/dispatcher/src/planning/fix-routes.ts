import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import type { Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';

/** Decides once, when planning begins, by which integration each channel goes out. */
@Injectable()
export class FixRoutes {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
  ) {}

  async execute(dispatch: Dispatch, now: Date): Promise<Dispatch> {
    if (dispatch.routes) return dispatch;
    const { routes } = await this.messenger.request('account.sending-profile', { userId: dispatch.user });
    return { ...dispatch, routes: await this.dispatches.begin(dispatch.campaign, routes, now) };
  }
}
