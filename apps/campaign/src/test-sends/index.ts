import type { Feature } from '@carillon/mongo';
import { TestCampaign } from './test-campaign';
import { TestSendAllowanceRecord, TestSendAllowanceSchema, TestSendAllowances } from './test-send-allowances';
import { TestSendRecord, TestSendSchema, TestSends } from './test-sends';
import { TestSendsController } from './test-sends.controller';

export { TestSendAllowances } from './test-send-allowances';
export { TestSends } from './test-sends';

/** Single messages of a campaign, sent to one address as a test. */
export const testSends: Feature = {
  collections: [
    { name: TestSendRecord.name, schema: TestSendSchema },
    { name: TestSendAllowanceRecord.name, schema: TestSendAllowanceSchema },
  ],
  controllers: [TestSendsController],
  providers: [TestCampaign, TestSends, TestSendAllowances],
};
