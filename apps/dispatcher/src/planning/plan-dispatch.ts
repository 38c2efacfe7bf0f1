import { Injectable } from '@nestjs/common';
import { Contents } from '../dispatches/contents';
import type { Dispatch } from '../dispatches/dispatch';
import { AudiencePages } from './audience-pages';
import { FixRoutes } from './fix-routes';
import { PlanPage } from './plan-page';

/**
 * What became of a turn: there is more to plan, all is planned, somebody else was there before or the campaign was
 * stopped, or its account is suspended.
 */
export type Progress = 'more' | 'planned' | 'overtaken' | 'suspended';

/** Plans the next page of a dispatch that this process is the planner of. */
@Injectable()
export class PlanDispatch {
  constructor(
    private readonly contents: Contents,
    private readonly fixRoutes: FixRoutes,
    private readonly pages: AudiencePages,
    private readonly planPage: PlanPage,
  ) {}

  async execute(claimed: Dispatch, now: Date): Promise<Progress> {
    const brief = await this.contents.brief(claimed.campaign);
    if (!brief) throw new Error('A dispatch without its content');
    const routes = await this.fixRoutes.execute(claimed, now);
    if (!routes) return 'suspended';
    const page = await this.pages.page(claimed, brief.keys);
    return this.planPage.execute({ ...claimed, routes }, brief, page, now);
  }
}
