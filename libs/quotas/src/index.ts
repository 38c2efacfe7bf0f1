export { isOverQuota, quotas } from './feature';
export { Quotas } from './quotas';
export { Recounts } from './recounts';
export { UsageStore } from './usage-store';
