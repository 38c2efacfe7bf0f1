import type { Deleted, Payload, Reply, Template } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditTemplates } from './edit-templates';
import { Templates } from '../stored-templates';

@Controller()
export class TemplatesController {
  constructor(
    private readonly templates: Templates,
    private readonly editTemplates: EditTemplates,
  ) {}

  @Command('template.create')
  create(command: Payload<'template.create'>): Promise<Template> {
    return this.editTemplates.create(command);
  }

  @Command('template.get')
  get({ userId, id }: Payload<'template.get'>): Promise<Template> {
    return this.editTemplates.existing(userId, id);
  }

  @Command('template.list')
  list({ userId, ...query }: Payload<'template.list'>): Promise<Reply<'template.list'>> {
    return this.templates.page(userId, query);
  }

  @Command('template.update')
  update(command: Payload<'template.update'>, { messageId }: MessageContext): Promise<Template> {
    return this.editTemplates.update(command, messageId);
  }

  @Command('template.versions')
  versions(query: Payload<'template.versions'>): Promise<Reply<'template.versions'>> {
    return this.editTemplates.versions(query);
  }

  @Command('template.version')
  version(query: Payload<'template.version'>): Promise<Template> {
    return this.editTemplates.version(query);
  }

  @Command('template.restore')
  restore(command: Payload<'template.restore'>, { messageId }: MessageContext): Promise<Template> {
    return this.editTemplates.restore(command, messageId);
  }

  @Command('template.delete')
  delete(command: Payload<'template.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editTemplates.delete(command, messageId);
  }
}
