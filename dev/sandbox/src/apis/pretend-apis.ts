import type { FakeApis } from '@carillon/fake-providers';
import type { MessageStore } from '../messages/message-store';

/** The providers of the sandbox whose APIs are at the port of the fake Twilio, each below its name. */
export function pretendApis(_store: MessageStore, _settings: { slowMs: number }): FakeApis {
  return {};
}
