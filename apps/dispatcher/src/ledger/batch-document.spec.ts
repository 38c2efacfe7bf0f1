import { mongo } from 'mongoose';
import { after, inFlight, later, outcome, report, reported, settled } from '../../test/batches';
import { fromDocument, toDocument } from './batch-document';

describe('batch documents', () => {
  const positions = Array.from({ length: 50 }, (_, i) => i);
  const sms = inFlight({ channel: 'SMS', size: 50, todo: positions });
  const outcomes = positions.map((i) =>
    outcome(i, { kind: 'sent', providerId: `SM${'0'.repeat(32)}`, segments: 1 }),
  );

  it('preserve a batch in any state', () => {
    const batch = after(
      inFlight({ channel: 'SMS' }),
      settled({
        outcomes: [outcome(0, { permanent: true, reason: 'REFUSED' }), outcome(1, { reason: 'SERVER_BUSY' })],
        returned: [],
      }),
      reported(
        report(2, { state: 'READ', at: later(5) }),
        report(3, { state: 'FAILED', reason: 'HANDSET_UNREACHABLE' }),
      ),
    );
    expect(fromDocument(toDocument(batch))).toEqual(batch);
    expect(fromDocument(mongo.BSON.deserialize(mongo.BSON.serialize(toDocument(batch))) as never)).toEqual(
      batch,
    );
  });

  it('take some hundred bytes if every message was sent, and less than 200 per message with a provider ID', () => {
    const plain = after(sms, settled({ sent: positions }));
    expect(mongo.BSON.calculateObjectSize(toDocument(plain))).toBeLessThan(1_000);
    const named = after(sms, settled({ outcomes }));
    expect(mongo.BSON.calculateObjectSize(toDocument(named))).toBeLessThan(200 * 50);
  });
});
