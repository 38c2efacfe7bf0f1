import { taggedLink } from './tagged-link';

describe('the example of a tagged link', () => {
  it('has the parameters of an email', () => {
    const values = { source: 'newsletter', medium: 'email', campaign: 'Spring sale (50% off)' };
    expect(taggedLink('https://example.com/offer', values)).toBe(
      'https://example.com/offer?utm_source=newsletter&utm_medium=email&utm_campaign=Spring%20sale%20%2850%25%20off%29',
    );
  });

  it('leaves out empty values, and accepts any text', () => {
    expect(taggedLink('https://a.example/', { source: '', medium: ' ', campaign: '' })).toBe(
      'https://a.example/',
    );
    expect(taggedLink('https://a.example/', { source: '🎻\ud83c', medium: '', campaign: '' })).toBe(
      'https://a.example/?utm_source=%F0%9F%8E%BB%EF%BF%BD',
    );
  });
});
