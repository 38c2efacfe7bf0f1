import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PlatformModule } from '@carillon/platform';
import { ApiKeyRecord, ApiKeySchema, ApiKeys } from './api-keys/api-keys';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { Authenticate } from './api-keys/authenticate';
import { CreateApiKey } from './api-keys/create-api-key';
import { DeleteApiKey } from './api-keys/delete-api-key';
import { InstallOperatorKey } from './api-keys/install-operator-key';
import { AuditController } from './audit/audit.controller';
import { AuditEntryRecord, AuditEntrySchema, AuditTrail } from './audit/audit-trail';
import { AuditedChanges } from './audit/audited-changes';
import { accountConfig } from './config';
import { CreateIntegration } from './integrations/create-integration';
import { DeleteIntegration } from './integrations/delete-integration';
import { IntegrationRecord, IntegrationSchema, Integrations } from './integrations/integrations';
import { IntegrationsController } from './integrations/integrations.controller';
import { TestIntegration } from './integrations/test-integration';
import { UpdateIntegration } from './integrations/update-integration';
import { VerifyCallback } from './integrations/verify-callback';
import { DefaultSender } from './sending/default-sender';
import { GetSendingProfile } from './sending/get-sending-profile';
import { OpenIntegration } from './sending/open-integration';
import { SendingController } from './sending/sending.controller';
import { CreateUser } from './users/create-user';
import { UpdateUser } from './users/update-user';
import { UserRecord, UserSchema, Users } from './users/users';
import { UsersController } from './users/users.controller';

const collections = MongooseModule.forFeature([
  { name: UserRecord.name, schema: UserSchema },
  { name: ApiKeyRecord.name, schema: ApiKeySchema },
  { name: IntegrationRecord.name, schema: IntegrationSchema },
  { name: AuditEntryRecord.name, schema: AuditEntrySchema },
]);

const users = [Users, CreateUser, UpdateUser];
const apiKeys = [ApiKeys, Authenticate, CreateApiKey, DeleteApiKey, InstallOperatorKey];
const integrations = [
  Integrations,
  CreateIntegration,
  UpdateIntegration,
  DeleteIntegration,
  TestIntegration,
  VerifyCallback,
];
const sending = [DefaultSender, GetSendingProfile, OpenIntegration];
const audit = [AuditTrail, AuditedChanges];

/** Who a key belongs to, what plan the user has, and by whose credentials messages leave. */
@Module({
  imports: [PlatformModule.forService('account', { config: accountConfig, database: true }), collections],
  controllers: [
    UsersController,
    ApiKeysController,
    IntegrationsController,
    SendingController,
    AuditController,
  ],
  providers: [...users, ...apiKeys, ...integrations, ...sending, ...audit],
})
export class AccountModule {}
