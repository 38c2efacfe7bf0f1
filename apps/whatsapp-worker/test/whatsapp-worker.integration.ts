import { describeTwilioSending } from '@carillon/testing/workers';
import { worker } from './worker';

jest.setTimeout(60_000);

describeTwilioSending(worker);
