export { folded, withPlainLetters } from './fold';
