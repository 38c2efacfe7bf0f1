import { hostname } from 'node:os';
import { newId } from '@carillon/contracts';

/** This process among all that hold leases: a restarted one is another one. */
export const holder = `${hostname()}-${process.pid}-${newId()}`;
