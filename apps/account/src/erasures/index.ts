import type { Feature } from '@carillon/mongo';
import { ApiKeyRecord, ApiKeySchema, ApiKeys } from '../keys';
import { UserRecord, UserSchema, Users } from '../users';
import { BeginErasure } from './begin-erasure';
import { CarryOutErasures } from './carry-out-erasures';
import { EraseAccount } from './erase-account';
import { ErasedHashes } from './erased-hashes';
import { FindRestored } from './find-restored';
import { ErasureListFile } from './list-file';
import { ErasureRecord, ErasureSchema } from './erasure-record';
import { Erasures } from './erasures';
import { ErasuresController } from './erasures.controller';

export { ErasureListFile } from './list-file';

/** Erases people and users in all services. */
export const erasures: Feature = {
  collections: [{ name: ErasureRecord.name, schema: ErasureSchema }],
  controllers: [ErasuresController],
  providers: [Erasures, ErasedHashes, BeginErasure, CarryOutErasures, EraseAccount, FindRestored],
};

/** Writes the list of erasures and applies it. */
export const listing: Feature = {
  collections: [
    { name: ErasureRecord.name, schema: ErasureSchema },
    { name: UserRecord.name, schema: UserSchema },
    { name: ApiKeyRecord.name, schema: ApiKeySchema },
  ],
  providers: [Erasures, ErasureListFile, Users, ApiKeys],
};
