import type { Deleted, Payload, Preferences, Reply, TopicOptOut } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditTopicOptOuts } from './edit-topic-opt-outs';
import { ReadPreferences } from './read-preferences';
import { SavePreferences } from './save-preferences';

@Controller()
export class PreferencesController {
  constructor(
    private readonly readPreferences: ReadPreferences,
    private readonly savePreferences: SavePreferences,
    private readonly editTopicOptOuts: EditTopicOptOuts,
  ) {}

  @Command('preferences.get')
  get(query: Payload<'preferences.get'>): Promise<Preferences> {
    return this.readPreferences.read(query);
  }

  @Command('preferences.save')
  save(choice: Payload<'preferences.save'>, { messageId }: MessageContext): Promise<Preferences> {
    return this.savePreferences.save(choice, messageId);
  }

  @Command('topic.opt-outs')
  optOuts(query: Payload<'topic.opt-outs'>): Promise<Reply<'topic.opt-outs'>> {
    return this.editTopicOptOuts.list(query);
  }

  @Command('topic.opt-out')
  optOut(command: Payload<'topic.opt-out'>): Promise<TopicOptOut> {
    return this.editTopicOptOuts.add(command);
  }

  @Command('topic.lift-opt-outs')
  liftOptOuts(command: Payload<'topic.lift-opt-outs'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editTopicOptOuts.lift(command, messageId);
  }
}
