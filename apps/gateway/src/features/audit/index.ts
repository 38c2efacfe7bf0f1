import type { Feature } from '@carillon/mongo';
import { AuditController } from './audit.controller';

/** The audit trail. */
export const audit: Feature = {
  controllers: [AuditController],
};
