import { createSecretKey } from 'node:crypto';
import { Cursors } from './cursor';

const cursors = (byte: number) => new Cursors(createSecretKey(Buffer.alloc(32, byte)));
const owner = { userId: 'a'.repeat(24), path: '/api/v1/groups', filters: { include: 'counts' } };

describe('a cursor', () => {
  it('returns its position to the list that it was created for', () => {
    const cursor = cursors(1).write('5f00000000000000000000aa', owner);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(cursors(1).read(cursor, owner)).toBe('5f00000000000000000000aa');
  });

  it('accepts any position of a service', () => {
    expect(cursors(1).read(cursors(1).write('seq:12/ü', owner), owner)).toBe('seq:12/ü');
  });

  it('ignores the order of filters, and absent ones', () => {
    const cursor = cursors(1).write('x', { ...owner, filters: { a: '1', b: '2' } });
    expect(cursors(1).read(cursor, { ...owner, filters: { b: '2', c: undefined, a: '1' } })).toBe('x');
  });

  it.each([
    ['user', { ...owner, userId: 'b'.repeat(24) }],
    ['path', { ...owner, path: '/api/v1/campaigns' }],
    ['filter', { ...owner, filters: {} }],
    ['filter value', { ...owner, filters: { include: 'other' } }],
  ])('is invalid for another %s', (_, other) => {
    expect(cursors(1).read(cursors(1).write('x', owner), other)).toBeNull();
  });

  it('is invalid after the key was changed', () => {
    expect(cursors(2).read(cursors(1).write('x', owner), owner)).toBeNull();
  });

  it('cannot be altered or forged', () => {
    const cursor = cursors(1).write('5f00000000000000000000aa', owner);
    for (let i = 0; i < cursor.length; i++) {
      const altered = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1);
      expect(cursors(1).read(altered, owner)).toBeNull();
    }
    for (const made of ['', 'x', '5f00000000000000000000aa', `${cursor}=`, `${cursor} `, `${cursor}A`]) {
      expect(cursors(1).read(made, owner)).toBeNull();
    }
  });
});
