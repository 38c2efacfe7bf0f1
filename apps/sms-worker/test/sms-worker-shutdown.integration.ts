import { describeTwilioStop } from '@carillon/testing/workers';
import { worker } from './worker';

jest.setTimeout(60_000);

describeTwilioStop(worker);
