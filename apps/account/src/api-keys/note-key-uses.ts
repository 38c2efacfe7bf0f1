import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { ApiKeys } from './api-keys';

/** Keeps the time of each key's last use. Repeats and late news change nothing. */
@Injectable()
export class NoteKeyUses {
  constructor(private readonly keys: ApiKeys) {}

  execute({ uses }: Payload<'api-key.used'>): Promise<void> {
    return this.keys.noteUses(uses);
  }
}
