import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import type { Dispatch, Routes } from '../dispatches/dispatch';
import { PlanningLine } from './planning-line';

/** Decides once, when planning begins, by which integration each channel goes out. */
@Injectable()
export class FixRoutes {
  constructor(
    private readonly line: PlanningLine,
    private readonly messenger: Messenger,
  ) {}

  /** Null: the account is suspended, nothing is planned for it. */
  async execute({ campaign, user, routes, publishedAt }: Dispatch, now: Date): Promise<Routes | null> {
    if (routes) return routes;
    const profile = await this.messenger.request('account.sending-profile', { userId: user });
    if (profile.status === 'SUSPENDED') return null;
    // What we know of the database's clock may be a little behind the clock by which it was published.
    const startedAt = new Date(Math.max(now.getTime(), publishedAt.getTime()));
    return this.line.begin(campaign, profile.routes, startedAt);
  }
}
