import { Injectable } from '@nestjs/common';
import { Contents } from '../dispatches/contents';
import type { Dispatch } from '../dispatches/dispatch';
import { AudiencePages } from './audience-pages';
import { FixRoutes } from './fix-routes';
import { PlanPage } from './plan-page';

/** Plans the next page of a dispatch that this process is the planner of. */
@Injectable()
export class PlanDispatch {
  constructor(
    private readonly contents: Contents,
    private readonly fixRoutes: FixRoutes,
    private readonly pages: AudiencePages,
    private readonly planPage: PlanPage,
  ) {}

  /** True when the whole audience is planned now. */
  async execute(claimed: Dispatch, now: Date): Promise<boolean> {
    const content = await this.contents.find(claimed.campaign);
    if (!content) throw new Error('A dispatch without its content');
    const dispatch = await this.fixRoutes.execute(claimed, now);
    const page = await this.pages.page(dispatch, content);
    return this.planPage.execute(dispatch, content, page, now);
  }
}
