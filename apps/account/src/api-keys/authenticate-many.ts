import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { ApiKeys } from './api-keys';
import { Authenticate } from './authenticate';

/** Tells whose keys these are. Most of them are expected to be nobody's: all of those cost one look into the index. */
@Injectable()
export class AuthenticateMany {
  constructor(
    private readonly keys: ApiKeys,
    private readonly authenticate: Authenticate,
  ) {}

  async execute({
    keyHashes,
  }: Payload<'account.authenticate-many'>): Promise<Reply<'account.authenticate-many'>> {
    const held = await this.keys.heldAmong(keyHashes);
    const found = await Promise.all(
      held.map(async (keyHash) => ({ keyHash, ...(await this.authenticate.execute({ keyHash })) })),
    );
    return {
      found: found.flatMap(({ keyHash, principal }) => (principal ? [{ keyHash, principal }] : [])),
    };
  }
}
