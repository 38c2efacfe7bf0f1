import type { Feature } from '@carillon/mongo';
import { AuditEntryRecord, AuditEntrySchema, AuditTrail } from './audit-trail';
import { AuditedChanges } from './audited-changes';

export { changesBetween } from '@carillon/mongo';
export { AuditTrail } from './audit-trail';
export {
  Accounts,
  type AuditAction,
  AuditedChanges,
  KeyNames,
  MemberNames,
  unknownActor,
  secretChangesBetween,
} from './audited-changes';

/** The audit trail. Features record their changes in it, and define the audit actions in their own files. */
export const audit: Feature = {
  collections: [{ name: AuditEntryRecord.name, schema: AuditEntrySchema }],
  controllers: [],
  providers: [AuditTrail, AuditedChanges],
};
