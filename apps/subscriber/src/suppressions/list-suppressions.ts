import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Suppressions } from './suppressions';

/** Pages through a user's suppressions, oldest first. */
@Injectable()
export class ListSuppressions {
  constructor(private readonly suppressions: Suppressions) {}

  execute(query: Payload<'suppression.list'>): Promise<Reply<'suppression.list'>> {
    return this.suppressions.page(query);
  }
}
