import { issue } from '@carillon/input';
import type { ValidationOptions } from 'class-validator';
import { readBlock } from '../../security/client-networks';
import { Holds, stringRule } from './rule';

/** The longest address of IPv6 with its prefix. */
const MAX = 49;

const networkRule = stringRule(
  { maxLength: MAX, examples: ['203.0.113.0/24'], description: 'An IP address or a CIDR block' },
  (text) =>
    readBlock(text) === null
      ? issue('invalid_network', 'This must be an IP address or a block of them such as 203.0.113.0/24')
      : [],
);

export const IsNetwork = (options?: ValidationOptions): PropertyDecorator =>
  Holds('isNetwork', networkRule, options);
