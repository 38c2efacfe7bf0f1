import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Quotas, Recounts } from '@carillon/quotas';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { People } from '../identity';
import { Rejections, StoredFiles } from '../imports';
import { Groups, MemberCounts } from '../membership';
import { Segments } from '../segments';
import { Suppressions } from '../suppressions';

@Controller()
export class UsageController implements OnModuleInit {
  constructor(
    private readonly groups: Groups,
    private readonly memberCounts: MemberCounts,
    private readonly people: People,
    private readonly segments: Segments,
    private readonly suppressions: Suppressions,
    private readonly storedFiles: StoredFiles,
    private readonly rejections: Rejections,
    private readonly quotas: Quotas,
    private readonly recounts: Recounts,
  ) {}

  onModuleInit(): void {
    this.recounts.countBy({
      subscribers: (userId) => this.countSubscribers(userId),
      people: (userId) => this.people.count(userId),
      suppressions: (userId) => this.suppressions.count(userId),
      rejectedLines: (userId) => this.rejections.count(userId),
    });
  }

  /** Users have few groups, segments, and waiting files, so these are counted on request. */
  @Command('subscriber.usage')
  async usage({ userId }: Payload<'subscriber.usage'>): Promise<Reply<'subscriber.usage'>> {
    const [counted, groups, segments, importBytes] = await Promise.all([
      this.quotas.usedBy(userId, ['rejectedLines']),
      this.groups.count(userId),
      this.segments.slots(userId),
      this.storedFiles.bytes(userId),
    ]);
    return { used: { ...counted, groups, segments: segments.length, importBytes } };
  }

  /** Counts each group with the index that sending uses. An index by user would slow down every import. */
  private async countSubscribers(userId: string): Promise<number> {
    let members = 0;
    for (const id of await this.groups.idsEvenDeleted(userId)) members += await this.memberCounts.ofGroup(id);
    return members;
  }
}
