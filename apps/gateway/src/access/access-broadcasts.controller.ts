import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { KnownPrincipals } from './known-principals';

@Controller()
export class AccessBroadcastsController {
  constructor(private readonly principals: KnownPrincipals) {}

  @OnBroadcast('access.changed')
  forget({ userId }: Payload<'access.changed'>): void {
    this.principals.forgetUser(userId);
  }
}
