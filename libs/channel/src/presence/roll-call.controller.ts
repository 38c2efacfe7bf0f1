import { Controller } from '@nestjs/common';
import { OnBroadcast } from '@carillon/messaging';
import { AnnouncePresence } from './announce-presence';

@Controller()
export class RollCallController {
  constructor(private readonly presence: AnnouncePresence) {}

  @OnBroadcast('workers.called')
  called(): void {
    this.presence.nudge();
  }
}
