import { ServerTime } from './server-time';

describe('the time that a server itself takes for an email', () => {
  let time: ServerTime;
  beforeEach(() => (time = new ServerTime()));

  /** An envelope by itself, from its beginning to each of its replies, and the content's time. */
  const mail = ([first = 0, ...further]: number[], contentMs: number): number => {
    time.envelope(0, 0, first, true);
    let since = first;
    for (const at of further) {
      time.envelope(since, 0, at, false);
      since = at;
    }
    return time.content(contentMs);
  };

  it.each([
    ['is nothing where only the network takes time', [300, 300, 300], 300, 0],
    ['is what the content takes beyond a round trip', [300, 300, 300], 450, 150],
    ['is what further replies take after the first one', [300, 400, 500], 300, 200],
    ['is what the first reply takes beyond the content', [300, 300, 300], 50, 250],
  ])('%s', (_, envelope, contentMs, expected) => {
    expect(mail(envelope, contentMs)).toBe(expected);
  });

  it('is measured with the last known round trip if an envelope was sent with the previous email', () => {
    mail([300, 300, 300], 320);
    for (const at of [320, 320, 320]) time.envelope(320, 0, at, false);
    expect(time.content(350)).toBe(50);
    expect(time.roundTripMs).toBe(300);
  });

  it('excludes the transit time of a late envelope', () => {
    mail([300, 300, 300], 300);
    // The previous reply arrived at 300, and the command was sent at 250.
    time.envelope(300, 250, 560, false);
    expect(time.content(300)).toBe(10);
  });

  it('begins with each email', () => {
    time.envelope(0, 0, 300, true);
    time.envelope(300, 0, 900, false);
    time.begin();
    expect(mail([300], 300)).toBe(0);
  });
});
