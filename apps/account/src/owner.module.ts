import { PlatformModule, joinFeatures } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { Accounts, KeyNames, audit } from './audit';
import { accountConfig } from './config';
import { ApiKeyRecord, ApiKeySchema, ApiKeys } from './keys';
import { adding } from './members';
import { UserRecord, UserSchema, Users } from './users';

const { imports, providers } = joinFeatures([
  audit,
  adding,
  {
    collections: [
      { name: UserRecord.name, schema: UserSchema },
      { name: ApiKeyRecord.name, schema: ApiKeySchema },
    ],
    providers: [
      Users,
      { provide: Accounts, useExisting: Users },
      ApiKeys,
      { provide: KeyNames, useExisting: ApiKeys },
    ],
  },
]);

/** The process that makes the first owner of an account. */
@Module({
  imports: [PlatformModule.forTask('account', accountConfig, { database: true }), ...imports],
  providers,
})
export class OwnerModule {}
