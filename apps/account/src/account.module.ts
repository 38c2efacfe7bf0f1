import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { AccessController } from './api-keys/access.controller';
import { ApiKeys } from './api-keys/api-keys';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { Authenticate } from './api-keys/authenticate';
import { AuthenticateMany } from './api-keys/authenticate-many';
import { CreateApiKey } from './api-keys/create-api-key';
import { DeleteApiKey } from './api-keys/delete-api-key';
import { GetApiKey } from './api-keys/get-api-key';
import { InstallOperatorKey } from './api-keys/install-operator-key';
import { ListApiKeys } from './api-keys/list-api-keys';
import { NoteKeyUses } from './api-keys/note-key-uses';
import { OperatorKey } from './api-keys/operator-key';
import { AuditController } from './audit/audit.controller';
import { AuditTrail } from './audit/audit-trail';
import { AuditedChanges } from './audit/audited-changes';
import { ListAudit } from './audit/list-audit';
import { accountConfig } from './config';
import { CreateIntegration } from './integrations/create-integration';
import { DeleteIntegration } from './integrations/delete-integration';
import { GetForCallback } from './integrations/get-for-callback';
import { GetIntegration } from './integrations/get-integration';
import { IntegrationReadsController } from './integrations/integration-reads.controller';
import { Integrations } from './integrations/integrations';
import { IntegrationsController } from './integrations/integrations.controller';
import { ListIntegrations } from './integrations/list-integrations';
import { TestIntegration } from './integrations/test-integration';
import { UpdateIntegration } from './integrations/update-integration';
import { DefaultSender } from './sending/default-sender';
import { GetSendingProfile } from './sending/get-sending-profile';
import { OpenIntegration } from './sending/open-integration';
import { SendingController } from './sending/sending.controller';
import { CreateUser } from './users/create-user';
import { GetUser } from './users/get-user';
import { ListUsers } from './users/list-users';
import { UpdateUser } from './users/update-user';
import { Users } from './users/users';
import { UsersController } from './users/users.controller';

const users = [Users, CreateUser, GetUser, ListUsers, UpdateUser];
const apiKeys = [
  ApiKeys,
  Authenticate,
  AuthenticateMany,
  CreateApiKey,
  GetApiKey,
  ListApiKeys,
  DeleteApiKey,
  NoteKeyUses,
  InstallOperatorKey,
  OperatorKey,
];
const integrations = [
  Integrations,
  CreateIntegration,
  GetIntegration,
  GetForCallback,
  ListIntegrations,
  UpdateIntegration,
  DeleteIntegration,
  TestIntegration,
];
const audit = [AuditedChanges, AuditTrail, ListAudit];
const sending = [DefaultSender, GetSendingProfile, OpenIntegration];

/** Who a key belongs to, what plan the user has, and by whose credentials messages leave. */
@Module({
  imports: [PlatformModule.forService('account', { config: accountConfig, database: true })],
  controllers: [
    UsersController,
    AccessController,
    ApiKeysController,
    IntegrationsController,
    IntegrationReadsController,
    SendingController,
    AuditController,
  ],
  providers: [...users, ...apiKeys, ...integrations, ...sending, ...audit],
})
export class AccountModule {}
