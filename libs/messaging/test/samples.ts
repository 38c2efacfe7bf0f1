import { type Payload, type Reply, newId } from '@carillon/contracts';

export function user(id: string): Reply<'user.get'> {
  const now = '2026-03-01T10:00:00.000Z';
  return { id, name: 'Ada', email: null, plan: 'FREE', status: 'ACTIVE', createdAt: now, updatedAt: now };
}

export function keyUsed(): Payload<'api-key.used'> {
  return { uses: [{ keyId: newId(), at: '2026-03-01T10:00:00.000Z' }] };
}
