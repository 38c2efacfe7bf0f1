import type { Feature } from '@carillon/mongo';
import { DefaultSender } from './default-sender';
import { EditSenders } from './edit-senders';
import { SenderRecord, SenderSchema, Senders } from './senders';
import { SendersController } from './senders.controller';
import { ReadSending } from './read-sending';
import { ResealSenders } from './reseal-senders';
import { SendingController } from './sending.controller';
import { EditProviderAccounts } from './edit-provider-accounts';
import { EditRelay } from './edit-relay';
import {
  ProviderAccountKeyRecord,
  ProviderAccountKeySchema,
  ProviderAccountRecord,
  ProviderAccountSchema,
  ProviderAccounts,
} from './provider-accounts';
import { ProviderAccountsController } from './provider-accounts.controller';
import { OpenStoredSender } from './open-sender';
import { ListContentTemplates } from './list-content-templates';
import { TestSender } from './test-sender';
import { VerifyCallback } from './verify-callback';

export { DefaultSender } from './default-sender';
export { Senders, type StoredSender } from './senders';
export { SigningKeys, signedDomain } from './signing-keys';
export { ResealSenders } from './reseal-senders';
export { parseSmtpUrl } from './smtp-url';

/** The providers for re-encrypting the secrets of senders. */
export const resealing: Feature = {
  collections: [{ name: SenderRecord.name, schema: SenderSchema }],
  providers: [Senders, ResealSenders],
};

/** The senders of users, the operator's default sender, and the sender data for planning and sending. */
export const senders: Feature = {
  collections: [
    { name: SenderRecord.name, schema: SenderSchema },
    { name: ProviderAccountRecord.name, schema: ProviderAccountSchema },
    { name: ProviderAccountKeyRecord.name, schema: ProviderAccountKeySchema },
  ],
  controllers: [SendersController, SendingController, ProviderAccountsController],
  providers: [
    Senders,
    EditSenders,
    ProviderAccounts,
    EditProviderAccounts,
    EditRelay,
    TestSender,
    ListContentTemplates,
    VerifyCallback,
    DefaultSender,
    OpenStoredSender,
    ReadSending,
  ],
};
