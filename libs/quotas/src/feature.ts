import { AppError } from '@carillon/contracts';
import type { Feature } from '@carillon/mongo';
import { PlanLimits } from './plan-limits';
import { Quotas } from './quotas';
import { Recounts } from './recounts';
import { UsageRecord, UsageSchema, UsageStore } from './usage-store';

/** The parts of a service with quotas. The service passes its counting functions to `Recounts`. */
export const quotas: Feature = {
  collections: [{ name: UsageRecord.name, schema: UsageSchema }],
  providers: [UsageStore, PlanLimits, Recounts, Quotas],
};

export function isOverQuota(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'quota_exceeded';
}
