import { imageHtml } from './image-html';

const url = 'https://news.example.com/m/Vq3Zk0uJq0yGmF1s8bXw2A/spring.jpg';

describe('the HTML of an image', () => {
  it.each([
    [1200, 800, 'width="600" height="400"'],
    [300, 100, 'width="300" height="100"'],
    [1200, 1, 'width="600" height="1"'],
    [null, null, 'width="600"'],
  ])('fits the width of an email: %p × %p', (width, height, size) => {
    expect(imageHtml({ url, width, height, alt: 'A choir' })).toBe(
      `<img src="${url}" ${size} alt="A choir" style="max-width: 100%; height: auto">`,
    );
  });

  it('has an escaped alternative text', () => {
    const html = imageHtml({ url, width: 10, height: 10, alt: '"<b>" & more' });
    expect(html).toContain('alt="&quot;&lt;b&gt;&quot; &amp; more"');
  });
});
