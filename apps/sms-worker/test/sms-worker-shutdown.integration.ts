import { describeTwilioStop } from '@carillon/testing';
import { worker } from './worker';

jest.setTimeout(60_000);

describeTwilioStop(worker);
