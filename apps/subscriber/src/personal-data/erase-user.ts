import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { ErasedUsers } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { Behavior } from '../behavior';
import { DeletedGroups } from '../groups';
import { AttributeNames, People } from '../identity';
import { ImportMappings, RemoveFiles } from '../imports';
import { AnswerHelp, ConsentSettings, InboundMessages, ServiceWindows } from '../inbound';
import { Groups, MembershipRemovals } from '../membership';
import { SignUpForms } from '../sign-up-forms';
import { Segments } from '../segments';
import { MailAllowances, SignUps } from '../sign-ups';
import { SuppressionErasure } from '../suppressions';
import { Topics } from '../topics';

/** The number of documents that are removed in one write. */
const SOME = 1_000;
/** The duration of one step (milliseconds). */
const STEP_MS = 2_000;

/** Erases all data of a deleted user. */
@Injectable()
export class EraseUser {
  constructor(
    private readonly erasedUsers: ErasedUsers,
    private readonly files: RemoveFiles,
    private readonly importMappings: ImportMappings,
    private readonly groups: Groups,
    private readonly deletedGroups: DeletedGroups,
    private readonly people: People,
    private readonly attributeNames: AttributeNames,
    private readonly segments: Segments,
    private readonly removals: MembershipRemovals,
    private readonly suppressions: SuppressionErasure,
    private readonly serviceWindows: ServiceWindows,
    private readonly answerHelp: AnswerHelp,
    private readonly inboundMessages: InboundMessages,
    private readonly behavior: Behavior,
    private readonly consentSettings: ConsentSettings,
    private readonly topics: Topics,
    private readonly signUpForms: SignUpForms,
    private readonly signUps: SignUps,
    private readonly mailAllowances: MailAllowances,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /**
   * One step. From now on, no new data of the user is accepted. Groups become invisible immediately, and
   * RemoveDeletedGroups removes them with their members, including those that are being added at this moment. This
   * waits for it.
   */
  async erase({ erasureId, userId }: Pick<EraseStep, 'erasureId' | 'userId'>): Promise<EraseStepEnd> {
    const until = performance.now() + STEP_MS;
    await this.erasedUsers.add(userId);
    const deletion = { by: `erasure:${erasureId}`, at: this.clock.now() };
    const groups = await this.groups.deleteAll(userId, deletion);
    // Removes files first, because they could add members.
    for (const work of [() => this.files.remove(userId), () => this.someRest(userId)]) {
      while (!(await work())) if (performance.now() > until) return { state: 'more', next: null };
    }
    if (groups > 0) return { state: 'wait', next: null };
    // RemoveDeletedGroups has recorded the name of each group.
    await this.deletedGroups.removeAll(userId);
    return { state: 'done', next: null };
  }

  private async someRest(userId: string): Promise<boolean> {
    await this.removals.removeAll(userId);
    await this.serviceWindows.removeAll(userId);
    await this.answerHelp.removeAll(userId);
    await this.consentSettings.remove(userId);
    await this.importMappings.removeAll(userId);
    await this.topics.removeAll(userId);
    await this.signUpForms.removeAll(userId);
    await this.mailAllowances.removeAll(userId);
    await this.quotas.forget(userId);
    await this.attributeNames.removeAll(userId);
    await this.segments.removeAll(userId);
    await this.behavior.removeAll(userId);
    if (!(await this.signUps.removeSome(userId, SOME))) return false;
    if (!(await this.people.removeSome(userId, SOME))) return false;
    if (!(await this.inboundMessages.removeSome(userId, SOME))) return false;
    return this.suppressions.removeSome(userId, SOME);
  }
}
