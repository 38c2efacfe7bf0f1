import { type Amounts, type Plan, quotaKinds } from '@carillon/contracts';

const MIB = 1024 * 1024;
const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: MIB, GiB: 1024 * MIB };

const AMOUNT = '([0-9]{1,12}(KiB|MiB|GiB)?|none)';
const PART = `(${quotaKinds.join('|')})=${AMOUNT}`;
export const QUOTAS_PATTERN = `^${PART}(\\s*,\\s*${PART})*$`;

/** Defaults for kinds that the configuration omits. */
export const defaultQuotas: Record<Plan, string> = {
  FREE:
    'subscribers=2000000,people=2000000,groups=1000,segments=100,campaigns=20000,runningCampaigns=20,monthlySpending=none,media=5000,mediaBytes=1GiB,templates=500,savedFilters=100,importBytes=2GiB,' +
    'rejectedLines=1000000,suppressions=2000000,idempotencyBytes=2GiB',
  UPGRADED:
    'subscribers=20000000,people=20000000,groups=1000,segments=500,campaigns=200000,runningCampaigns=100,monthlySpending=none,media=50000,mediaBytes=20GiB,templates=5000,savedFilters=100,importBytes=20GiB,' +
    'rejectedLines=10000000,suppressions=20000000,idempotencyBytes=20GiB',
};

/** Parses `QUOTAS_PATTERN`: `subscribers=1000,importBytes=2GiB,groups=none`. A kind with `none` is absent. */
export function parseQuotas(plan: Plan, text: string): Amounts {
  const amounts = new Map<string, string>();
  for (const part of `${defaultQuotas[plan]},${text}`.split(',')) {
    const [kind = '', amount = ''] = part.trim().split('=');
    amounts.set(kind, amount);
  }
  const limited = [...amounts].filter(([, amount]) => amount !== 'none');
  return Object.fromEntries(limited.map(([kind, amount]) => [kind, numberOf(amount)]));
}

function numberOf(amount: string): number {
  return parseInt(amount, 10) * (units[amount.replace(/^\d+/, '')] ?? 1);
}
