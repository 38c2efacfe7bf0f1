import { withoutPassword } from './given-server';

describe('showing a URL', () => {
  it('hides the password, and a value that is not a URL', () => {
    expect(withoutPassword('amqp://me:secret@host:5672/a')).toBe('amqp://me:***@host:5672/a');
    expect(withoutPassword('mongodb://127.0.0.1:27017/?replicaSet=rs0')).toContain('127.0.0.1:27017');
    expect(withoutPassword('me:secret@')).not.toContain('secret@host');
    expect(withoutPassword('not an address, but secret')).not.toContain('secret');
  });
});
