import { type EraseStepEnd, type Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Controller } from '@nestjs/common';
import { Brands } from '../brands';
import { Campaigns } from '../campaigns';
import { Comments } from '../comments';
import { UploadPieces } from '../media';
import { MediaFiles } from '../media-files';
import { SavedFilters } from '../saved-filters';
import { TemplateVersions, Templates } from '../stored-templates';
import { TestSendAllowances, TestSends } from '../test-sends';

/** The number of campaigns that are deleted in one step. */
const SOME = 200;

@Controller()
export class ErasuresController {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly comments: Comments,
    private readonly testSends: TestSends,
    private readonly allowances: TestSendAllowances,
    private readonly templates: Templates,
    private readonly templateVersions: TemplateVersions,
    private readonly savedFilters: SavedFilters,
    private readonly brands: Brands,
    private readonly media: MediaFiles,
    private readonly uploadPieces: UploadPieces,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes some campaigns of a user in the same way as the user, and cancels running campaigns. The erasure is done
   * when the documents are purged, after their events are announced, and the bytes of files are removed. Campaigns,
   * templates, and brands contain no data of people, and test sends contain no addresses. Comments are free text, so an
   * address in them isn't found.
   */
  @Command('erasure.step-in-campaign')
  async erase({ erasureId, userId, address }: Payload<'erasure.step-in-campaign'>): Promise<EraseStepEnd> {
    if (address !== null) return { state: 'done', next: null };
    const { visible, isEmpty } = await this.campaigns.ofUser(userId, SOME);
    if (visible.length > 0) {
      await this.campaigns.markDeleted(visible, userId, { by: `erasure:${erasureId}`, at: this.clock.now() });
      return { state: 'more', next: null };
    }
    await this.comments.removeAll(userId);
    await this.testSends.removeAll(userId);
    await this.allowances.remove(userId);
    await this.templates.removeAll(userId);
    await this.templateVersions.removeAll(userId);
    await this.savedFilters.removeAll(userId);
    await this.brands.remove(userId);
    await this.uploadPieces.forgetUser(userId);
    const hasNoMedia = await this.media.removeAll(userId);
    await this.quotas.forget(userId);
    return { state: isEmpty && hasNoMedia ? 'done' : 'wait', next: null };
  }
}
