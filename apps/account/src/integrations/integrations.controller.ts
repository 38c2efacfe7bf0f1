import { Controller } from '@nestjs/common';
import type { Deleted, Integration, IntegrationCheck, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CreateIntegration } from './create-integration';
import { DeleteIntegration } from './delete-integration';
import { TestIntegration } from './test-integration';
import { UpdateIntegration } from './update-integration';

@Controller()
export class IntegrationsController {
  constructor(
    private readonly createIntegration: CreateIntegration,
    private readonly updateIntegration: UpdateIntegration,
    private readonly deleteIntegration: DeleteIntegration,
    private readonly testIntegration: TestIntegration,
  ) {}

  @Command('integration.create')
  create(integration: Payload<'integration.create'>): Promise<Integration> {
    return this.createIntegration.execute(integration);
  }

  @Command('integration.update')
  update(change: Payload<'integration.update'>): Promise<Integration> {
    return this.updateIntegration.execute(change);
  }

  @Command('integration.delete')
  delete(command: Payload<'integration.delete'>): Promise<Deleted> {
    return this.deleteIntegration.execute(command);
  }

  @Command('integration.test')
  test(command: Payload<'integration.test'>): Promise<IntegrationCheck> {
    return this.testIntegration.execute(command);
  }
}
