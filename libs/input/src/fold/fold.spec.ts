import { folded } from './fold';

describe('a folded text', () => {
  it.each([
    ['Große', 'grosse'],
    ['GROSSE', 'grosse'],
    ['Łódź', 'lodz'],
    ['Ångström', 'angstrom'],
    ['Søren Ærø', 'soren aero'],
    ['İstanbul Yıldız', 'istanbul yildiz'],
    ['Dvořák', 'dvorak'],
    ['ﬁne ２', 'fine 2'],
    ['Привет', 'привет'],
    ['Ελλάδα', 'ελλαδα'],
    ['10% [a.b]*', '10% [a.b]*'],
  ])('of %j is %j', (text, expected) => expect(folded(text)).toBe(expected));
});
