import { mediaTerms } from './media-terms';

const file = { id: '1', token: 'Vq3Zk0uJq0yGmF1s8bXw2A', name: 'Frühling.png', type: 'image/png', bytes: 9 };
const twilio = 'https://api.twilio.com';
const sandbox = 'http://127.0.0.1:4010';

describe('the file of a message', () => {
  it('is downloaded from the gateway', () => {
    expect(mediaTerms(file, { publicUrl: 'https://news.example.com', apiUrl: twilio })).toEqual({
      mediaUrl: ['https://news.example.com/m/Vq3Zk0uJq0yGmF1s8bXw2A/Fruhling.png'],
    });
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://127.0.1.1', 'http://[::1]:8080'])(
    'cannot be downloaded by Twilio from a loopback address, but by the sandbox: %s',
    (publicUrl) => {
      expect(mediaTerms(file, { publicUrl, apiUrl: twilio })).toMatchObject({
        kind: 'failed',
        reason: 'MEDIA_UNREACHABLE',
      });
      expect(mediaTerms(file, { publicUrl, apiUrl: sandbox })).toHaveProperty('mediaUrl');
    },
  );
});
