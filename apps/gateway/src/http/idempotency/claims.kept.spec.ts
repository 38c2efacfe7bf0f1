import { type Answer, kept } from './claims';

const keeping = {
  status: 201,
  contentType: 'application/json; charset=utf-8',
  location: '/api/v1/groups/1',
  body: '{"data":{"createGroup":{"_id":"1"}}}',
};
const answer: Answer = { ...keeping, isBodyComplete: true };

describe('the stored responses', () => {
  it.each([200, 201, 202, 400, 403, 404, 409, 422])('include a response with the status %i', (status) => {
    expect(kept({ ...answer, status })).toEqual({ ...keeping, status });
  });

  it.each([401, 429, 500, 503, 504])('exclude one with the status %i', (status) => {
    expect(kept({ ...answer, status })).toBeNull();
  });

  it('exclude one to an incomplete request', () => {
    expect(kept({ ...answer, status: 400, isBodyComplete: false })).toBeNull();
    expect(kept({ ...answer, status: 202, isBodyComplete: false })).toBeNull();
  });

  it('exclude one that is not text, or too large', () => {
    expect(kept({ ...answer, body: undefined })).toBeNull();
    expect(kept({ ...answer, body: Buffer.from('{}') })).toBeNull();
    expect(kept({ ...answer, body: 'x'.repeat(2 * 1024 * 1024 + 1) })).toBeNull();
  });

  it('exclude secrets', () => {
    const body = '{"data":{"createApiKey":{"_id":"1","key":"car_live_x","name":"key"}}}';
    expect(kept({ ...answer, body }, 'key')?.body).toBe('{"data":{"createApiKey":{"_id":"1","name":"key"}}}');
  });
});
